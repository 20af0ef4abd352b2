/** Tests of the list of interviews. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { BillingSummary, Interview, Pagination } from "@/api/types";
import * as clipboard from "@/lib/clipboard";
import { aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { InterviewsPage } from "./interviews-page";

function interview(fields: Partial<Interview> = {}): Interview {
  return {
    _id: "i1",
    title: "New Interview",
    position: "Backend Engineer",
    candidateName: "Cara Diaz",
    candidateEmail: "cara@example.com",
    status: "scheduled",
    scheduledDate: new Date(2026, 10, 24, 14, 30).toISOString(),
    recruiterToken: "rt",
    candidateToken: "ct",
    ...fields,
  } as Interview;
}

function buildList(interviews: Interview[], pagination: Partial<Pagination> = {}) {
  return {
    json: {
      success: true,
      data: interviews,
      pagination: {
        page: 1,
        limit: 10,
        total: interviews.length,
        totalPages: interviews.length ? 1 : 0,
        hasMore: false,
        ...pagination,
      },
    },
  };
}

const summary = (creditsRemaining: number) => ({
  json: { success: true, data: { creditsRemaining } as BillingSummary },
});

type Routes = Parameters<typeof stubFetch>[0];

function show(routes: Routes, at = "/interviews") {
  const calls = stubFetch({
    "GET /api/billing/can-start": { json: { success: true, data: { canStart: true } } },
    "GET /api/site": { json: { success: true, data: aSite() } },
    "GET /api/auth/me": { json: { success: true, data: aUser() } },
    "GET /api/billing/summary": summary(3),
    ...routes,
  });
  const view = renderWithApp(<InterviewsPage />, {
    path: "/interviews",
    at,
    routes: [{ path: "/interview-hq/:id", element: <p>Interview HQ</p> }],
  });
  return { calls, ...view };
}

/** jsdom applies no styles, so both the table and the cards are present. */
const table = () => screen.findByRole("table", { name: "Interviews" });

describe("InterviewsPage", () => {
  it("shows the specified columns", async () => {
    show({ "GET /api/interviews": buildList([interview()]) });
    const rows = within(await table());
    expect(rows.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "Candidate",
      "Position",
      "Scheduled",
      "Status",
      "Actions",
    ]);
    expect(rows.getByText("cara@example.com")).toBeVisible();
    expect(rows.getByText("Backend Engineer")).toBeVisible();
    expect(rows.getByText("November 24, 2:30 PM")).toBeVisible();
    expect(rows.getByText("Scheduled", { selector: "td *" })).toBeVisible();
    expect(rows.getByRole("link", { name: "HQ" })).toHaveAttribute("href", "/interview-hq/i1");
  });

  it("shows an unknown status in title case", async () => {
    show({ "GET /api/interviews": buildList([interview({ status: "no_show" as "draft" })]) });
    expect(within(await table()).getByText("No Show")).toBeVisible();
  });

  it("welcomes a user without interviews", async () => {
    show({ "GET /api/interviews": buildList([]) });
    expect(await screen.findByText("Welcome to your interview dashboard!")).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Create New" })).not.toHaveLength(0);
  });

  it("creates an interview and opens its HQ", async () => {
    const { calls } = show({
      "GET /api/interviews": buildList([]),
      "POST /api/interviews": { json: { success: true, interview: interview({ _id: "new" }) } },
    });
    await userEvent.click(screen.getByRole("button", { name: "Create New" }));
    expect(await screen.findByText("Interview HQ")).toBeVisible();
    const created = calls.find((call) => call.method === "POST");
    expect(created?.body).toMatchObject({
      candidateName: "Unnamed Candidate",
      title: "New Interview",
    });
  });

  it("reports a failed creation", async () => {
    show({
      "GET /api/interviews": buildList([]),
      "POST /api/interviews": { status: 500, json: {} },
    });
    await userEvent.click(screen.getByRole("button", { name: "Create New" }));
    expect(
      await screen.findByText("Failed to create interview. Please try again."),
    ).toBeInTheDocument();
  });

  it("explains the credit limit instead of creating an interview without a credit", async () => {
    const { calls } = show({
      "GET /api/interviews": buildList([]),
      "GET /api/billing/can-start": {
        status: 402,
        json: { success: false, error: "None.", message: "None.", code: "NO_CREDITS" },
      },
    });
    await userEvent.click(screen.getByRole("button", { name: "Create New" }));
    expect(await screen.findByText("Upgrade your plan")).toBeVisible();
    expect(
      screen.getByText(
        "You have reached your interview credit limit for this period. Upgrade your plan to get more credits.",
      ),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "View Plans" })).toHaveAttribute("href", "/plans");
    expect(calls.some((call) => call.method === "POST")).toBe(false);
  });

  it("creates an interview if the credits cannot be read", async () => {
    show({
      "GET /api/interviews": buildList([]),
      "GET /api/billing/can-start": { status: 500, json: {} },
      "POST /api/interviews": { json: { success: true, interview: interview({ _id: "new" }) } },
    });
    await userEvent.click(screen.getByRole("button", { name: "Create New" }));
    expect(await screen.findByText("Interview HQ")).toBeVisible();
  });

  it("copies the candidate's link", async () => {
    const copy = vi.spyOn(clipboard, "copyText").mockResolvedValue(true);
    show({ "GET /api/interviews": buildList([interview()]) });
    const rows = within(await table());
    await userEvent.click(rows.getByRole("button", { name: "Candidate Link" }));
    expect(copy).toHaveBeenCalledWith("http://localhost:3000/room/candidate/ct");
    expect(await screen.findByText("Link copied to clipboard!")).toBeInTheDocument();
  });

  it("shows the link for manual copying when the browser blocks the clipboard", async () => {
    vi.spyOn(clipboard, "copyText").mockResolvedValue(false);
    show({ "GET /api/interviews": buildList([interview()]) });
    const rows = within(await table());
    await userEvent.click(rows.getByRole("button", { name: "Candidate Link" }));
    expect(
      await screen.findByText(
        "Failed to copy link. Please copy manually: http://localhost:3000/room/candidate/ct",
      ),
    ).toBeInTheDocument();
  });

  it("disables room and link without credits and explains why", async () => {
    const copy = vi.spyOn(clipboard, "copyText");
    show({
      "GET /api/interviews": buildList([interview()]),
      "GET /api/billing/summary": summary(0),
    });
    const rows = within(await table());
    const link = rows.getByRole("button", { name: "Candidate Link" });
    await waitFor(() => expect(link).toHaveAttribute("aria-disabled", "true"));
    expect(rows.getByRole("button", { name: "Join Room" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await userEvent.click(link);
    expect(copy).not.toHaveBeenCalled();
    link.focus();
    expect(await screen.findByRole("tooltip")).toHaveTextContent("Not enough interview credits");
  });

  it("keeps room and link enabled when the credits cannot be loaded", async () => {
    show({
      "GET /api/interviews": buildList([interview()]),
      "GET /api/billing/summary": { status: 500, json: {} },
    });
    const rows = within(await table());
    expect(rows.getByRole("button", { name: "Join Room" })).not.toHaveAttribute("aria-disabled");
  });

  it("searches from the first page once typing pauses", async () => {
    const { calls, router } = show(
      { "GET /api/interviews": buildList([interview()], { page: 2, total: 12, totalPages: 2 }) },
      "/interviews?page=2",
    );
    await table();
    await userEvent.type(screen.getByRole("textbox", { name: "Search interviews" }), " diaz ");
    await waitFor(() => expect(router.state.location.search).toBe("?q=diaz"));
    await waitFor(() => {
      const searched = calls.filter(({ url }) => url.includes("search="));
      expect(searched.map(({ url }) => url)).toEqual([
        "/api/interviews?page=1&limit=10&search=diaz",
      ]);
    });
  });

  it("filters by several statuses", async () => {
    const { calls, router } = show({ "GET /api/interviews": buildList([interview()]) });
    await table();
    const filter = within(screen.getByRole("group", { name: "Filter by status" }));
    await userEvent.click(filter.getByRole("button", { name: "Completed" }));
    await userEvent.click(filter.getByRole("button", { name: "Draft" }));
    expect(router.state.location.search).toBe("?status=draft&status=completed");
    await waitFor(() => expect(calls.at(-1)!.url).toContain("status=draft&status=completed"));
    expect(filter.getByRole("button", { name: "Draft" })).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(filter.getByRole("button", { name: "Completed" }));
    expect(router.state.location.search).toBe("?status=draft");
  });

  it("reports that nothing matches and shows all again", async () => {
    const { router } = show(
      {
        "GET /api/interviews": ({ url }) => buildList(url.includes("search=") ? [] : [interview()]),
      },
      "/interviews?q=xyz&status=draft&status=what",
    );
    expect(await screen.findByText("No results for “xyz”")).toBeVisible();
    expect(screen.queryByText("Welcome to your interview dashboard!")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(router.state.location.search).toBe("");
    expect(await table()).toBeInTheDocument();
  });

  it("sorts by a column, reversed, and then newest first again", async () => {
    const { calls, router } = show({ "GET /api/interviews": buildList([interview()]) });
    const rows = within(await table());
    const heading = () => rows.getByRole("columnheader", { name: "Scheduled" });
    const click = () => userEvent.click(within(heading()).getByRole("button"));
    expect(heading()).toHaveAttribute("aria-sort", "none");
    await click();
    expect(router.state.location.search).toBe("?sort=scheduledDate&order=desc");
    await waitFor(() => expect(calls.at(-1)!.url).toContain("sort=scheduledDate&order=desc"));
    expect(heading()).toHaveAttribute("aria-sort", "descending");
    await click();
    expect(heading()).toHaveAttribute("aria-sort", "ascending");
    await click();
    expect(heading()).toHaveAttribute("aria-sort", "none");
    expect(router.state.location.search).toBe("");
  });

  it("offers a sort select where cards have no column headings", async () => {
    const { router } = show({ "GET /api/interviews": buildList([interview()]) });
    await userEvent.click(await screen.findByRole("combobox", { name: "Sort by" }));
    await userEvent.click(await screen.findByRole("option", { name: "Candidate" }));
    expect(router.state.location.search).toBe("?sort=candidateName&order=asc");
  });

  it("shows times in the profile's timezone", async () => {
    show({
      "GET /api/auth/me": {
        json: { success: true, data: aUser({ timezone: "Pacific/Kiritimati" }) },
      },
      "GET /api/interviews": buildList([interview({ scheduledDate: "2026-11-24T12:00:00Z" })]),
    });
    expect(await within(await table()).findByText("November 25, 2:00 AM")).toBeVisible();
  });

  it("shows dates before 2020 as blank", async () => {
    show({
      "GET /api/interviews": buildList([interview({ scheduledDate: "1970-01-01T00:00:00Z" })]),
    });
    expect(within(await table()).queryByText(/January|December/u)).not.toBeInTheDocument();
  });

  it("keeps the page in the URL", async () => {
    const { calls, router } = show({
      "GET /api/interviews": buildList([interview()], { total: 12, totalPages: 2, hasMore: true }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Next" }));
    expect(router.state.location.search).toBe("?page=2");
    await waitFor(() => expect(calls.at(-1)!.url).toContain("page=2&limit=10"));
  });

  it("goes back from a page that no longer exists", async () => {
    const { router } = show(
      {
        "GET /api/interviews": ({ url }) =>
          url.includes("page=2")
            ? buildList([], { page: 2, total: 10, totalPages: 1 })
            : buildList([interview()]),
      },
      "/interviews?page=2",
    );
    expect(await table()).toBeInTheDocument();
    expect(router.state.location.search).toBe("");
  });

  it("offers a retry when the server is unreachable", async () => {
    let away = true;
    show({
      "GET /api/interviews": () => (away ? new TypeError("offline") : buildList([interview()])),
    });
    expect(await screen.findByText("The interviews could not be loaded")).toBeVisible();
    away = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await table()).toBeInTheDocument();
  });
});
