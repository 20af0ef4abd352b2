/** Tests of the plans on the landing page. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { Pricing } from "./pricing";

const ROUTE = "GET /api/billing/plans";
const PLANS = [
  ["free", "Trial", 0, 0, 0, 3, 10],
  ["starter", "Starter", 3900, 20, 200, null, null],
  ["growth", "Growth", 7950, 60, 1000, null, null],
].map(([key, displayName, monthlyPriceCents, credits, documents, startC, startD]) => ({
  key,
  displayName,
  monthlyPriceCents,
  creditsIncludedPerMonth: credits,
  documentsIncludedPerMonth: documents,
  startingCredits: startC,
  startingDocuments: startD,
}));
const plansResponse = { json: { success: true, data: PLANS } };

describe("Pricing", () => {
  it("shows the server's plans with their prices", async () => {
    stubFetch({ [ROUTE]: plansResponse });
    renderWithApp(<Pricing site={undefined} />);
    const starter = (await screen.findByRole("heading", { name: "Starter" })).closest("li")!;
    expect(within(starter).getByText("$39.00")).toBeVisible();
    expect(within(starter).getByText("/mo")).toBeVisible();
    expect(within(starter).getByText("20 interview credits per month")).toBeVisible();
    const trial = screen.getByRole("heading", { name: "Trial" }).closest("li")!;
    expect(within(trial).getByText("$0.00")).toBeVisible();
    expect(within(trial).queryByText("/mo")).toBeNull();
    expect(within(trial).getByText("3 interview credits to start")).toBeVisible();
    expect(within(trial).getByRole("link", { name: "Sign Up Free" })).toBeVisible();
    expect(screen.getByText("$79.50")).toBeVisible();
  });

  it("is hidden and requests nothing where nothing is metered", () => {
    const calls = stubFetch({});
    const { container } = renderWithApp(<Pricing site={{ billingMode: "off" } as never} />);
    expect(within(container).queryByRole("heading")).toBeNull();
    expect(calls).toHaveLength(0);
  });

  it("reports a failed load and retries", async () => {
    let isAway = true;
    stubFetch({ [ROUTE]: () => (isAway ? { status: 503, json: {} } : plansResponse) });
    renderWithApp(<Pricing site={undefined} />);
    expect(await screen.findByRole("alert")).toHaveTextContent("The plans could not be loaded.");
    isAway = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Growth" })).toBeVisible();
  });
});
