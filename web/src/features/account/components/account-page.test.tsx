/** Tests of Account & Usage. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { BillingSummary } from "@/api/types";
import { aBillingSummary, aSite } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { AccountPage } from "./account-page";

function open(part: Partial<BillingSummary> = {}) {
  stubFetch({
    "GET /api/site": { json: { success: true, data: aSite() } },
    "GET /api/billing/summary": { json: { success: true, data: aBillingSummary(part) } },
  });
  renderWithApp(<AccountPage />, { path: "/account" });
}

const GROWTH = {
  plan: "growth",
  planDisplayName: "Growth",
  monthlyPriceCents: 7900,
  periodEnd: "2026-12-01T09:00:00Z",
  nextRenewalDate: "2026-12-01T09:00:00Z",
} as const;

describe("AccountPage", () => {
  it("shows the remaining and included amounts with their notes", async () => {
    open();
    expect(await screen.findByText("2 of 3 credits remaining")).toBeInTheDocument();
    expect(screen.getByText("7 of 10 documents remaining")).toBeInTheDocument();
    expect(
      screen.getByText(
        "1 credit = up to 60 minutes of a unique interview. Sessions under 5 minutes cost 0 credits.",
      ),
    ).toBeVisible();
    expect(screen.getByText("Parses of CVs, job descriptions, and cover letters.")).toBeVisible();
  });

  it("shows no price or dates on the Free plan, but a plan to choose", async () => {
    open();
    expect(await screen.findByText("Trial")).toBeVisible();
    expect(screen.queryByText(/\/mo/u)).toBeNull();
    expect(screen.queryByText("Renews on")).toBeNull();
    expect(screen.getByRole("link", { name: "Choose a Plan" })).toHaveAttribute("href", "/plans");
  });

  it("shows price, cycle and renewal of a paid plan", async () => {
    open(GROWTH);
    expect(await screen.findByText("$79.00/mo")).toBeVisible();
    expect(screen.getByText("Nov 1, 2026 – Dec 1, 2026")).toBeVisible();
    expect(screen.getByText("Renews on")).toBeVisible();
    expect(screen.getByRole("link", { name: "Manage Plan" })).toHaveAttribute("href", "/plans");
  });

  it("shows only the dates that the server sends", async () => {
    open({ ...GROWTH, periodEnd: null, nextRenewalDate: null });
    expect(await screen.findByText("Growth")).toBeVisible();
    expect(screen.queryByText("Current cycle")).toBeNull();
    expect(screen.queryByText("Renews on")).toBeNull();
  });

  it("explains a cancelled subscription: end date, switch to Free, reactivation", async () => {
    open({ ...GROWTH, isCancelled: true, cancellationEffectiveDate: "2026-12-01T09:00:00Z" });
    expect(await screen.findByRole("heading", { name: "Subscription Cancelled" })).toBeVisible();
    expect(
      screen.getByText(/ends on Dec 1, 2026.*switches to Free.*before that date/u),
    ).toBeVisible();
    expect(screen.queryByText("Renews on")).toBeNull();
  });

  it("offers no purchase where there are no payments", async () => {
    open({ ...GROWTH, hadPaidPlan: true });
    expect(await screen.findByText("Growth")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows examples of the credit rule", async () => {
    open();
    await userEvent.click(await screen.findByText("Examples"));
    const rows = screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toEqual([
      "4:590 credits",
      "5:000 credits",
      "5:011 credit",
      "45:001 credit",
      "1:00:001 credit",
      "1:01:002 credits",
      "2:00:002 credits",
    ]);
  });

  it("shows 'Loading...' first", () => {
    open();
    expect(screen.getByText("Loading...")).toBeVisible();
  });

  it("shows the specified error when the summary cannot be loaded", async () => {
    stubFetch({
      "GET /api/site": { json: { success: true, data: aSite() } },
      "GET /api/billing/summary": { status: 500, json: { success: false, error: "Internal" } },
    });
    renderWithApp(<AccountPage />, { path: "/account" });
    expect(
      await screen.findByText(
        "Oops... Something went wrong. We will investigate and fix it quickly.",
      ),
    ).toBeVisible();
    expect(screen.queryByText("Internal")).toBeNull();
  });

  it("explains billing mode `off` and requests no summary", async () => {
    const calls = stubFetch({
      "GET /api/site": { json: { success: true, data: aSite({ billingMode: "off" }) } },
    });
    renderWithApp(<AccountPage />, { path: "/account" });
    expect(await screen.findByText("Usage is not metered on this server")).toBeVisible();
    expect(screen.queryByRole("link", { name: /Plan/u })).toBeNull();
    expect(calls.map((call) => call.url)).toEqual(["/api/site"]);
  });
});
