/** Tests of Account & Usage. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { billingSummaryQuery } from "@/api/current-user";
import type { BillingSummary } from "@/api/types";
import { aBillingSummary, aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { AccountPage } from "./account-page";

const leaveTo = vi.hoisted(() => vi.fn());
vi.mock("@/lib/leave-to", () => ({ leaveTo }));

const entry = { subjectId: null, createdAt: "2026-11-02T09:00:00Z" };
const LEDGER = [
  { ...entry, _id: "3", unit: "documents", kind: "charge", amount: -1, balance: 7 },
  { ...entry, _id: "2", unit: "credits", kind: "charge", amount: -1, balance: 2 },
  { ...entry, _id: "1", unit: "credits", kind: "grant", amount: 3, balance: 3 },
];
const PAGINATION = { page: 1, limit: 10, total: 3, totalPages: 1, hasMore: false };

function open(part: Partial<BillingSummary> = {}) {
  stubFetch({
    "GET /api/site": { json: { success: true, data: aSite() } },
    "GET /api/billing/summary": { json: { success: true, data: aBillingSummary(part) } },
    "GET /api/auth/me": { json: { success: true, data: aUser() } },
    "GET /api/billing/ledger": { json: { success: true, data: LEDGER, pagination: PAGINATION } },
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
      screen.getByText(/ends on Dec 1, 2026.*switches to the free plan.*before that date/u),
    ).toBeVisible();
    expect(screen.queryByText("Renews on")).toBeNull();
  });

  it("offers no purchase where there are no payments", async () => {
    open({ ...GROWTH, hadPaidPlan: true });
    expect(await screen.findByText("Growth")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("lists every change of the balances", async () => {
    open();
    const history = await screen.findByRole("table", { name: "History" });
    const rows = within(history).getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getAllByRole("cell")[2]!.textContent)).toEqual([
      "-1",
      "-1",
      "+3",
    ]);
    expect(rows[0]).toHaveTextContent("Document");
    expect(rows[1]).toHaveTextContent("Interview");
    expect(rows[2]).toHaveTextContent("Granted");
  });

  it.each([
    [{ creditsRemaining: 0 }, true],
    [{ documents: { included: 10, remaining: 0 } }, true],
    [{}, false],
  ])("says what to do once the allowance is used up: %j", async (part, isShown) => {
    open(part);
    await screen.findByRole("table", { name: "History" });
    expect(screen.queryByText("You have used up your allowance") !== null).toBe(isShown);
  });

  describe("in billing mode `stripe`", () => {
    const PATHS = {
      topUp: "POST /api/billing/stripe/topup/checkout",
      portal: "POST /api/billing/stripe/portal",
      success: "GET /api/billing/stripe/checkout/success",
    };

    function openPaid(
      part: Partial<BillingSummary>,
      { at = "/account", status = 200, plans = [part.plan ?? "free"] } = {},
    ) {
      const left = [...plans];
      const summary = () => {
        const plan = left.length > 1 ? left.shift() : left[0];
        return { json: { success: true, data: aBillingSummary({ ...part, plan }) } };
      };
      const calls = stubFetch({
        "GET /api/site": { json: { success: true, data: aSite({ billingMode: "stripe" }) } },
        "GET /api/billing/summary": summary,
        "GET /api/billing/ledger": { json: { success: true, data: [], pagination: PAGINATION } },
        [PATHS.topUp]: { status, json: { success: true, data: { checkoutUrl: "https://pay/" } } },
        [PATHS.portal]: { status, json: { success: true, data: { portalUrl: "https://portal/" } } },
        [PATHS.success]: { status, json: { success: true, data: aBillingSummary(part) } },
      });
      const view = renderWithApp(<AccountPage />, { path: "/account", at });
      return { calls, ...view };
    }

    beforeEach(() => {
      leaveTo.mockReset();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it("offers neither credits nor the portal on a plan that was always free", async () => {
      openPaid({ creditsRemaining: 0 });
      expect(await screen.findByText("Trial")).toBeVisible();
      expect(screen.queryByRole("button")).toBeNull();
      expect(screen.queryByText(/granted by your administrator/u)).toBeNull();
      expect(screen.queryByText("You have used up your allowance")).toBeNull();
    });

    it("offers the portal, but no credits, after a paid plan has ended", async () => {
      openPaid({ hadPaidPlan: true });
      expect(await screen.findByRole("button", { name: "Open Stripe Portal" })).toBeVisible();
      expect(screen.queryByRole("button", { name: "Buy 10 credits" })).toBeNull();
    });

    it("leads to the payment page for 10 credits", async () => {
      const { calls } = openPaid({ ...GROWTH, hadPaidPlan: true });
      await userEvent.click(await screen.findByRole("button", { name: "Buy 10 credits" }));
      await waitFor(() => expect(leaveTo).toHaveBeenCalledWith("https://pay/"));
      expect(calls.find((call) => call.method === "POST")!.body).toEqual({ quantity: 1 });
    });

    it("leads to the portal", async () => {
      openPaid({ ...GROWTH, hadPaidPlan: true });
      await userEvent.click(await screen.findByRole("button", { name: "Open Stripe Portal" }));
      await waitFor(() => expect(leaveTo).toHaveBeenCalledWith("https://portal/"));
    });

    it.each([
      ["Buy 10 credits", "Failed to start top-up checkout. Please try again."],
      ["Open Stripe Portal", "Could not open Stripe billing portal. Please try again later."],
    ])("says in an alert that '%s' failed", async (name, message) => {
      openPaid({ ...GROWTH, hadPaidPlan: true }, { status: 503 });
      await userEvent.click(await screen.findByRole("button", { name }));
      expect(await screen.findByRole("alertdialog")).toHaveTextContent(message);
      await userEvent.click(screen.getByRole("button", { name: "OK" }));
      expect(screen.queryByRole("alertdialog")).toBeNull();
      expect(leaveTo).not.toHaveBeenCalled();
    });

    it("waits for the plan that was paid for, then clears the query", async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const { calls, router } = openPaid(
        { hadPaidPlan: true },
        {
          at: "/account?portal_return=1&expect_plan=growth&session_id=cs_1",
          plans: ["free", "free", "growth"],
        },
      );
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      await waitFor(() => expect(router.state.location.search).toBe(""));
      const urls = calls.map((call) => call.url);
      expect(urls).toContain("/api/billing/stripe/checkout/success?session_id=cs_1");
      expect(await screen.findByRole("button", { name: "Buy 10 credits" })).toBeVisible();
    });

    it("stops waiting after six more reloads", async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const { calls, router } = openPaid({}, { at: "/account?portal_return=1&expect_plan=growth" });
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      await waitFor(() => expect(router.state.location.search).toBe(""));
      const reads = calls.filter((call) => call.url === "/api/billing/summary");
      // One of the page, seven of the return, and the refresh that it announces.
      expect(reads.length).toBeGreaterThanOrEqual(8);
      expect(reads.length).toBeLessThanOrEqual(9);
    });
  });

  it("shows examples of the credit rule", async () => {
    open();
    await userEvent.click(await screen.findByText("Examples"));
    const rows = within(screen.getAllByRole("table")[0]!)
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

  it("reads the balances again on load, however fresh those of other pages are", async () => {
    stubFetch({
      "GET /api/site": { json: { success: true, data: aSite() } },
      "GET /api/billing/summary": {
        json: { success: true, data: aBillingSummary({ creditsRemaining: 1 }) },
      },
      "GET /api/billing/ledger": { json: { success: true, data: LEDGER, pagination: PAGINATION } },
    });
    const { client, router } = renderWithApp(<p>Another page</p>, {
      routes: [{ path: "/account", element: <AccountPage /> }],
    });
    client.setQueryDefaults(["billing"], { staleTime: Infinity });
    client.setQueryData(billingSummaryQuery.queryKey, aBillingSummary({ creditsRemaining: 2 }));
    await act(() => router.navigate("/account"));
    expect(await screen.findByText("1 of 3 credits remaining")).toBeInTheDocument();
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
