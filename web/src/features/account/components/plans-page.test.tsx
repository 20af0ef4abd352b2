/** Tests of the plans page. */
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Plan } from "@/api/plans";
import type { Site } from "@/api/site";
import type { User } from "@/api/types";
import { aBillingSummary, aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { PlansPage } from "./plans-page";

function aPlan(key: Plan["key"], displayName: string, part: Partial<Plan> = {}): Plan {
  return {
    key,
    displayName,
    monthlyPriceCents: 0,
    creditsIncludedPerMonth: 0,
    documentsIncludedPerMonth: 0,
    startingCredits: null,
    startingDocuments: null,
    ...part,
  };
}

const PLANS = [
  aPlan("free", "Trial", { startingCredits: 3, startingDocuments: 10 }),
  aPlan("starter", "Starter", {
    monthlyPriceCents: 3900,
    creditsIncludedPerMonth: 20,
    documentsIncludedPerMonth: 200,
  }),
  aPlan("growth", "Growth", {
    monthlyPriceCents: 7900,
    creditsIncludedPerMonth: 60,
    documentsIncludedPerMonth: 1000,
  }),
];

function open({
  site = {},
  user = {},
  plans = PLANS,
}: { site?: Partial<Site>; user?: Partial<User>; plans?: Plan[] } = {}) {
  stubFetch({
    "GET /api/site": { json: { success: true, data: aSite(site) } },
    "GET /api/auth/me": { json: { success: true, data: aUser(user) } },
    "GET /api/billing/plans": { json: { success: true, data: plans } },
    "GET /api/billing/summary": {
      json: { success: true, data: aBillingSummary({ plan: "starter" }) },
    },
  });
  renderWithApp(<PlansPage />, { path: "/plans" });
}

describe("PlansPage", () => {
  it("shows the three plans with price and allowances", async () => {
    open();
    expect(await screen.findByText("$39.00")).toBeVisible();
    expect(screen.getByText("$79.00")).toBeVisible();
    expect(screen.getByText("3 interview credits to start with")).toBeVisible();
    expect(screen.getByText("20 interview credits per month")).toBeVisible();
    expect(screen.getByText("1,000 documents per month")).toBeVisible();
  });

  it("marks only the current plan", async () => {
    open();
    const mark = await screen.findByText("Current plan");
    const plan = screen.getByRole("heading", { name: "Starter" }).closest("li");
    expect(within(plan!).getByText("Current plan")).toBe(mark);
    expect(screen.getAllByText("Current plan")).toHaveLength(1);
  });

  it("explains who grants plans and links to the administrator, without a dead button", async () => {
    open({ site: { contactUrl: "https://agency.example/help" } });
    expect(await screen.findByText(/Plans are granted by your administrator/u)).toBeVisible();
    expect(await screen.findByRole("link", { name: "Contact your administrator" })).toHaveAttribute(
      "href",
      "https://agency.example/help",
    );
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("does not refer administrators to themselves", async () => {
    open({ user: { role: "admin" }, site: { contactUrl: "https://agency.example/help" } });
    expect(await screen.findByText(/and you are one/u)).toBeVisible();
    expect(screen.queryByRole("link", { name: "Contact your administrator" })).toBeNull();
  });

  it("explains that nothing is metered in billing mode `off`", async () => {
    open({ site: { billingMode: "off" }, plans: [] });
    expect(await screen.findByText("Usage is not metered on this server")).toBeVisible();
  });

  it("offers a retry when the plans cannot be loaded", async () => {
    stubFetch({
      "GET /api/site": { json: { success: true, data: aSite() } },
      "GET /api/billing/summary": { json: { success: true, data: aBillingSummary() } },
      "GET /api/billing/plans": { status: 500, json: {} },
    });
    renderWithApp(<PlansPage />, { path: "/plans" });
    expect(await screen.findByRole("button", { name: "Try Again" })).toBeVisible();
  });
});
