/** Tests of the record of security events. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { SecurityEvent } from "../api/types";
import { SecurityEventsPage } from "./security-events-page";

const guess: SecurityEvent = {
  id: 7,
  at: "2026-11-20T10:00:00Z",
  type: "sign_in",
  outcome: "throttled",
  actorId: null,
  actorName: null,
  subjectKind: "user",
  subjectId: "u1",
  subjectName: "alice",
  address: "203.0.113.5",
  details: {},
};
const change: SecurityEvent = {
  ...guess,
  id: 8,
  type: "settings_changed",
  outcome: "succeeded",
  actorId: "u2",
  actorName: "ada",
  subjectKind: null,
  subjectId: null,
  subjectName: null,
  details: { keys: ["smtp_host"] },
};
const ROUTE = "GET /api/admin/security-events";
const buildPage = (events: SecurityEvent[]) => ({
  json: {
    success: true,
    data: events,
    pagination: { page: 1, limit: 50, total: events.length, totalPages: 1, hasMore: false },
  },
});

describe("SecurityEventsPage", () => {
  it("shows who did what, to whom, from where and how it ended", async () => {
    stubFetch({ [ROUTE]: buildPage([change, guess]) });
    renderWithApp(<SecurityEventsPage />);
    const table = within(await screen.findByRole("table", { name: "Security events" }));
    const [, first, second] = table.getAllByRole("row");
    expect(within(first!).getByText("Settings changed")).toBeVisible();
    expect(within(first!).getByText("ada")).toBeVisible();
    expect(within(first!).getByText("keys: smtp_host")).toBeVisible();
    expect(within(second!).getByText("Blocked for a while")).toBeVisible();
    expect(within(second!).getByText("Not signed in")).toBeVisible();
    expect(within(second!).getByText("alice")).toBeVisible();
    expect(within(second!).getByText("203.0.113.5")).toBeVisible();
  });

  it("filters by the address bar and by the search field", async () => {
    const calls = stubFetch({ [ROUTE]: buildPage([guess]) });
    const { router } = renderWithApp(<SecurityEventsPage />, { at: "/?type=sign_in&page=2" });
    await screen.findByRole("table");
    const first = calls.find(({ url }) => url.startsWith("/api/admin/security-events"));
    expect(first!.url).toContain("type=sign_in");
    await userEvent.type(screen.getByLabelText("Search by username, address or ID"), "alice");
    await waitFor(() => expect(calls.at(-1)!.url).toContain("search=alice"));
    expect(router.state.location.search).toBe("?search=alice&type=sign_in");
  });

  it("exports what the filters select", async () => {
    const calls = stubFetch({
      [ROUTE]: buildPage([guess]),
      "GET /api/admin/security-events/export.csv": {},
    });
    renderWithApp(<SecurityEventsPage />, { at: "/?outcome=throttled" });
    await userEvent.click(await screen.findByRole("button", { name: "Export CSV" }));
    await waitFor(() =>
      expect(calls.at(-1)!.url).toBe("/api/admin/security-events/export.csv?outcome=throttled"),
    );
  });

  it("says that no events match", async () => {
    stubFetch({ [ROUTE]: buildPage([]) });
    renderWithApp(<SecurityEventsPage />);
    expect(await screen.findByText("No security events")).toBeVisible();
  });
});
