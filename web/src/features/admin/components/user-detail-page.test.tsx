/** Tests of the page of one user. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { aUsage } from "../testing/a-usage";
import { ada, aUser } from "../testing/a-user";
import { UserDetailPage } from "./user-detail-page";

const account = {
  account: {
    plan: "growth",
    creditsIncludedPerMonth: 60,
    documentsIncludedPerMonth: 1000,
    nextRenewalDate: "2026-12-01T12:00:00Z",
  },
  status: {
    planDisplayName: "Growth",
    creditsRemaining: 41,
    creditsIncluded: 60,
    documents: { included: 1000, remaining: 988 },
    periodStart: "2026-11-01T12:00:00Z",
    periodEnd: "2026-12-01T12:00:00Z",
    nextRenewalDate: "2026-12-01T12:00:00Z",
    isCancelled: false,
    cancellationEffectiveDate: null,
  },
};
const refusal = (status: number, code: string, error = "") => ({
  status,
  json: { success: false, error, message: error, code },
});

function show(routes: Parameters<typeof stubFetch>[0] = {}) {
  const calls = stubFetch({
    "GET /api/auth/me": { json: { success: true, data: ada } },
    "GET /api/admin/users/u1": { json: { success: true, data: aUser() } },
    "GET /api/billing/admin/accounts/u1": { json: { success: true, data: account } },
    "GET /api/admin/users/u1/usage": { json: { success: true, data: aUsage() } },
    ...routes,
  });
  renderWithApp(<UserDetailPage />, { path: "/admin/users/:userId", at: "/admin/users/u1" });
  return calls;
}

describe("UserDetailPage", () => {
  it("shows the user, the billing tiles and a back link", async () => {
    show();
    expect(await screen.findByRole("heading", { name: "Alice Moreau" })).toBeVisible();
    expect(await screen.findByText("41 / 60")).toBeVisible();
    expect(screen.getByText("988 / 1,000")).toBeVisible();
    expect(screen.getByText("Nov 1, 2026 – Dec 1, 2026")).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to Admin Panel" })).toHaveAttribute(
      "href",
      "/admin",
    );
  });

  it("explains that there is no billing data yet", async () => {
    show({ "GET /api/billing/admin/accounts/u1": refusal(404, "NOT_FOUND", "No account.") });
    expect(
      await screen.findByText("No billing data yet. It will be initialized automatically."),
    ).toBeVisible();
  });

  it("explains that billing is off", async () => {
    show({ "GET /api/billing/admin/accounts/u1": refusal(404, "BILLING_OFF") });
    expect(await screen.findByText(/^Billing is off\./u)).toBeVisible();
  });

  it("shows the specified error when billing cannot be loaded", async () => {
    show({ "GET /api/billing/admin/accounts/u1": refusal(500, "INTERNAL_ERROR", "Broken.") });
    expect(
      await screen.findByText(
        "Oops... Something went wrong. We will investigate and fix it quickly.",
      ),
    ).toBeVisible();
  });

  it("ends the sessions after a confirmation that names the person", async () => {
    const calls = show({
      "POST /api/admin/users/u1/end-sessions": {
        json: { success: true, data: aUser({ activeSessions: 0 }) },
      },
    });
    const button = await screen.findByRole("button", { name: "End sessions" });
    await userEvent.click(button);
    expect(await screen.findByText("End all sessions of Alice Moreau?")).toBeVisible();
    expect(screen.getByText(/^This ends 2 sessions immediately/u)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "End sessions" }));
    expect(await screen.findByText("All sessions of Alice Moreau ended.")).toBeVisible();
    expect(calls.some((call) => call.method === "POST")).toBe(true);
  });

  it("shows the server's message for a missing user, without a retry", async () => {
    show({ "GET /api/admin/users/u1": refusal(404, "NOT_FOUND", "This user was not found.") });
    expect(await screen.findByText("This user was not found.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /try again/iu })).toBeNull();
  });

  it("shows its own message where the server sends none", async () => {
    show({ "GET /api/admin/users/u1": { status: 500, json: {} } });
    expect(await screen.findByText("Failed to load user data")).toBeVisible();
  });

  it("reports a missing user ID", () => {
    stubFetch({});
    renderWithApp(<UserDetailPage />, { path: "/admin/users", at: "/admin/users" });
    expect(screen.getByText("No user ID provided")).toBeVisible();
  });
});
