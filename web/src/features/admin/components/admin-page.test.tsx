/** Tests of the admin dashboard. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Site } from "@/api/site";
import { aSite } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { DashboardUser } from "../api/types";
import { AdminPage } from "./admin-page";

const alice: DashboardUser = {
  _id: "u1",
  name: "",
  username: "alice",
  email: "alice@example.com",
  role: "recruiter",
  isActive: true,
  createdAt: "2026-11-01T09:00:00Z",
  plan: "growth",
  planDisplayName: "Growth",
  credits: { remaining: 41, included: 60 },
  stats: { interviews: 3, candidates: 1, jobs: 0, usage: { totalCost: 0 } },
};

function dashboard(users: DashboardUser[], totalCost: number) {
  return {
    json: {
      success: true,
      data: {
        summary: {
          totalUsers: users.length,
          totalInterviews: 1284,
          totalCandidates: 5,
          totalJobs: 2,
          totalCost,
        },
        users,
      },
    },
  };
}

function show(
  response: Parameters<typeof stubFetch>[0][string],
  {
    isUnfinished = false,
    billingMode = "internal",
  }: { isUnfinished?: boolean; billingMode?: Site["billingMode"] } = {},
) {
  stubFetch({
    "GET /api/site": { json: { success: true, data: aSite({ billingMode }) } },
    "GET /api/admin/dashboard": response,
    "GET /api/admin/setup": {
      json: { success: true, data: { steps: [], isUnfinished, capacity: null } },
    },
  });
  return renderWithApp(<AdminPage />, {
    path: "/admin",
    routes: [{ path: "/admin/users/:userId", element: <p>The user</p> }],
  });
}

describe("AdminPage", () => {
  it("shows the metrics with the specified labels", async () => {
    show(dashboard([alice], 12.5));
    expect(await screen.findByText("1,284")).toBeVisible();
    for (const label of ["Total Users", "Interviews", "Candidates", "Jobs"]) {
      expect(screen.getByText(label, { selector: "dt" })).toBeVisible();
    }
    expect(screen.getByText("Total Usage Cost ($)").closest("div")).toHaveTextContent("$12.50");
  });

  it("reminds of a setup that was begun and not finished", async () => {
    show(dashboard([alice], 0), { isUnfinished: true });
    expect(await screen.findByRole("link", { name: "Continue setup" })).toHaveAttribute(
      "href",
      "/admin/setup",
    );
  });

  it("does not remind of a setup that is finished", async () => {
    show(dashboard([alice], 12.5));
    await screen.findByText("1,284");
    expect(screen.queryByRole("link", { name: "Continue setup" })).not.toBeInTheDocument();
  });

  it("explains why nothing has cost anything", async () => {
    show(dashboard([{ ...alice, credits: null }], 0));
    const tile = (await screen.findByText(/^Local models cost nothing/u)).closest("div")!;
    expect(tile).toHaveTextContent("$0.00");
    // Once in its column, once in the line of narrow screens.
    expect(screen.getAllByText("No credits on record")).toHaveLength(2);
  });

  it("shows the cost of each user", async () => {
    show(dashboard([{ ...alice, stats: { ...alice.stats, usage: { totalCost: 1234.5 } } }], 1300));
    expect(await screen.findByRole("cell", { name: "$1,234.50" })).toBeVisible();
  });

  it("labels a user without a name by username and opens the user by keyboard", async () => {
    const { router } = show(dashboard([alice], 0));
    const table = within(await screen.findByRole("table", { name: "User Statistics" }));
    expect(table.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "User",
      "Role",
      "Plan",
      "Credits",
      "Activity",
      "Usage Cost",
      "Joined",
    ]);
    // Once in the column, once in the line of narrow screens.
    expect(table.getAllByText("3 interviews")).toHaveLength(2);
    expect(table.getAllByText("1 candidate")).toHaveLength(2);
    table.getByRole("link", { name: "alice" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(router.state.location.pathname).toBe("/admin/users/u1");
  });

  it("links to the other admin pages", async () => {
    show(dashboard([], 0));
    expect(screen.getByRole("link", { name: "Open Scheduled Jobs" })).toHaveAttribute(
      "href",
      "/admin/jobs",
    );
    expect(await screen.findByText("No users yet")).toBeVisible();
    const nav = within(screen.getByRole("navigation", { name: "Administration" }));
    expect(nav.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/admin",
      "/admin/users",
      "/admin/models",
      "/admin/plans",
      "/admin/demo-requests",
      "/admin/jobs",
      "/admin/security",
      "/admin/settings",
    ]);
  });

  it("shows nothing about plans where nothing is metered", async () => {
    show(dashboard([{ ...alice, plan: null, planDisplayName: null, credits: null }], 0), {
      billingMode: "off",
    });
    const table = await screen.findByRole("table", { name: "User Statistics" });
    await waitFor(() => expect(screen.queryByRole("link", { name: "Plans" })).toBeNull());
    const columns = within(table).getAllByRole("columnheader");
    expect(columns.map((cell) => cell.textContent)).toEqual([
      "User",
      "Role",
      "Activity",
      "Usage Cost",
      "Joined",
    ]);
    expect(within(table).getAllByRole("cell")).toHaveLength(columns.length);
  });

  it("shows the server's error message", async () => {
    show({ status: 503, json: { success: false, error: "The database is busy.", code: "BUSY" } });
    expect(await screen.findByText("Error loading dashboard")).toBeVisible();
    expect(screen.getByText("The database is busy.")).toBeVisible();
  });

  it("shows its own message where the server sends none", async () => {
    show({ status: 500, json: {} });
    expect(await screen.findByText("Failed to load dashboard data")).toBeVisible();
  });
});
