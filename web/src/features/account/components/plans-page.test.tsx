/** Tests of the plans page. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { Plan } from "@/api/plans";
import type { Site } from "@/api/site";
import type { BillingSummary, User } from "@/api/types";
import { aBillingSummary, aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { PlansPage } from "./plans-page";

const leaveTo = vi.hoisted(() => vi.fn());
vi.mock("@/lib/leave-to", () => ({ leaveTo }));

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
  billing = {},
  checkoutUrl = null,
}: {
  site?: Partial<Site>;
  user?: Partial<User>;
  plans?: Plan[];
  billing?: Partial<BillingSummary>;
  checkoutUrl?: string | null;
} = {}) {
  const summary = aBillingSummary({ plan: "starter", planDisplayName: "Starter", ...billing });
  const calls = stubFetch({
    "GET /api/site": { json: { success: true, data: aSite(site) } },
    "GET /api/auth/me": { json: { success: true, data: aUser(user) } },
    "GET /api/billing/plans": { json: { success: true, data: plans } },
    "GET /api/billing/summary": { json: { success: true, data: summary } },
    "POST /api/billing/set-plan": {
      json: { success: true, data: { ...summary, checkoutUrl } },
    },
  });
  renderWithApp(<PlansPage />, { path: "/plans" });
  return calls;
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
    expect(
      await screen.findByText(/An administrator of this server grants plans and credits/u),
    ).toBeVisible();
    expect(await screen.findByRole("link", { name: "Contact your administrator" })).toHaveAttribute(
      "href",
      "https://agency.example/help",
    );
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("does not refer administrators to themselves", async () => {
    open({ user: { role: "admin" }, site: { contactUrl: "https://agency.example/help" } });
    expect(await screen.findByText(/^As an administrator, you can grant/u)).toBeVisible();
    expect(screen.queryByRole("link", { name: "Contact your administrator" })).toBeNull();
  });

  it("leads administrators to their own billing", async () => {
    open({ user: { role: "admin" } });
    expect(await screen.findByRole("link", { name: "Open your billing" })).toHaveAttribute(
      "href",
      "/admin/users/u1",
    );
  });

  it("cancels a plan after a confirmation that names it and its end", async () => {
    const calls = open({ billing: { periodEnd: "2026-12-01T09:00:00Z" } });
    await userEvent.click(await screen.findByRole("button", { name: "Cancel plan" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText("Cancel the Starter plan?")).toBeVisible();
    expect(dialog.getByText(/stays active until Dec 1, 2026/u)).toBeVisible();
    expect(calls.some((call) => call.method === "POST")).toBe(false);
    await userEvent.click(dialog.getByRole("button", { name: "Cancel plan" }));
    expect(await screen.findByText("Plan cancelled")).toBeVisible();
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({ plan: "free" });
  });

  it("reactivates a cancelled plan", async () => {
    const end = "2026-12-01T09:00:00Z";
    const calls = open({
      billing: { periodEnd: end, isCancelled: true, cancellationEffectiveDate: end },
    });
    expect(await screen.findByRole("heading", { name: "Subscription Cancelled" })).toBeVisible();
    await userEvent.click(await screen.findByRole("button", { name: "Reactivate plan" }));
    expect(await screen.findByText("Plan reactivated")).toBeVisible();
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({ plan: "starter" });
  });

  it("leads to Stripe's page for another plan in billing mode `stripe`", async () => {
    const calls = open({ site: { billingMode: "stripe" }, checkoutUrl: "https://pay/" });
    await userEvent.click(await screen.findByRole("button", { name: "Choose Growth" }));
    await waitFor(() => expect(leaveTo).toHaveBeenCalledWith("https://pay/"));
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({ plan: "growth" });
    expect(screen.queryByRole("button", { name: /Choose (Trial|Starter)/u })).toBeNull();
    expect(screen.getByText(/You pay on a Stripe page/u)).toBeVisible();
    expect(screen.queryByText(/administrator of this server grants/u)).toBeNull();
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
