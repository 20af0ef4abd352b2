/** Tests of the interview calendar. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import type { Interview } from "@/api/types";
import { aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { InterviewsPage } from "./interviews-page";

const at = (scheduledDate: string, candidateName: string, part: Partial<Interview> = {}) =>
  anInterview({ _id: candidateName, candidateName, scheduledDate, status: "scheduled", ...part });

const MANY = [
  at("2026-11-24T08:00:00Z", "Ann"),
  at("2026-11-24T09:00:00Z", "Ben", { status: "cancelled" }),
  at("2026-11-24T10:00:00Z", "Cara"),
  at("2026-11-24T11:00:00Z", "Dan"),
  // In Berlin it is already the next day.
  at("2026-11-24T23:30:00Z", "Eve"),
];

function buildPage(data: Interview[], hasMore = false) {
  const pagination = { page: 1, limit: 100, total: data.length, totalPages: 1, hasMore };
  return { json: { success: true, data, pagination } };
}

type Routes = Parameters<typeof stubFetch>[0];

function show(routes: Routes, { isWide, query = "" }: { isWide: boolean; query?: string }) {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      ({
        matches: isWide,
        media,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  const calls = stubFetch({
    "GET /api/site": { json: { success: true, data: aSite({ billingMode: "off" }) } },
    "GET /api/auth/me": {
      json: { success: true, data: aUser({ timezone: "Europe/Berlin" }) },
    },
    "GET /api/interviews": buildPage(MANY),
    ...routes,
  });
  const view = renderWithApp(<InterviewsPage />, {
    path: "/interviews",
    at: `/interviews?view=calendar${query}`,
    routes: [{ path: "/interview-hq/:id", element: <p>Interview HQ</p> }],
  });
  const reads = () => calls.filter(({ url }) => url.startsWith("/api/interviews?"));
  return { calls, reads, ...view };
}

const month = async (name: string) => within(await screen.findByRole("table", { name }));

// Loaded here, because loading it on demand can exceed the test's timeout on a busy machine.
beforeAll(async () => {
  await import("./interview-calendar");
});

describe("Interview calendar", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime("2026-11-21T12:00:00Z");
  });
  afterEach(() => void vi.useRealTimers());

  it("shows each interview on its day in the profile's timezone, with a link to its HQ", async () => {
    show({}, { isWide: true });
    const grid = await month("November 2026");
    const ann = await grid.findByRole("link", { name: "9:00 AM Ann Scheduled" });
    expect(ann).toHaveAttribute("href", "/interview-hq/Ann");
    const eve = await grid.findByRole("link", { name: "12:30 AM Eve Scheduled" });
    expect(eve.closest("td")).toHaveTextContent("Wednesday, November 25");
    expect(screen.getByText("Times in Berlin (UTC+01:00)")).toBeVisible();
  });

  it("marks today", async () => {
    show({}, { isWide: true });
    const grid = await month("November 2026");
    const today = grid.getAllByRole("cell", { current: "date" });
    expect(today).toHaveLength(1);
    expect(today[0]).toHaveTextContent("Saturday, November 21");
  });

  it("collapses interviews that do not fit into a day", async () => {
    show({}, { isWide: true });
    const grid = await month("November 2026");
    const more = await grid.findByRole("button", { name: "1 more on Tuesday, November 24" });
    expect(grid.queryByRole("link", { name: /Dan/u })).not.toBeInTheDocument();
    await userEvent.click(more);
    const day = within(await screen.findByRole("dialog", { name: "Tuesday, November 24" }));
    expect(day.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "Ann",
      "Ben",
      "Cara",
      "Dan",
    ]);
  });

  it("keeps the month in the URL and returns to today", async () => {
    const { router, reads } = show({ "GET /api/interviews": buildPage([]) }, { isWide: true });
    await month("November 2026");
    await userEvent.click(screen.getByRole("button", { name: "Next month" }));
    expect(router.state.location.search).toBe("?view=calendar&month=2026-12");
    await month("December 2026");
    const asked = new URL(reads().at(-1)!.url, "http://localhost").searchParams;
    expect(asked.get("scheduledFrom")).toBe("2026-11-28T09:00:00.000Z");
    expect(asked.get("scheduledBefore")).toBe("2027-01-03T15:00:00.000Z");
    await userEvent.click(screen.getByRole("button", { name: "Previous month" }));
    await userEvent.click(screen.getByRole("button", { name: "Previous month" }));
    await month("October 2026");
    await userEvent.click(screen.getByRole("button", { name: "Today" }));
    await month("November 2026");
    expect(router.state.location.search).toBe("?view=calendar");
  });

  it("lists the days on narrow screens", async () => {
    const outside = at("2026-12-01T08:00:00Z", "Zoe");
    show({ "GET /api/interviews": buildPage([...MANY, outside]) }, { isWide: false });
    expect(await screen.findByRole("heading", { name: "Tuesday, November 24" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Dan" })).toHaveAttribute("href", "/interview-hq/Dan");
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
    // The first days of December are in the last week of the grid, but not in the list of November.
    expect(screen.queryByRole("link", { name: "Zoe" })).not.toBeInTheDocument();
  });

  it("loads every page of a full month", async () => {
    const { reads } = show(
      {
        "GET /api/interviews": ({ url }) =>
          url.includes("page=1") ? buildPage(MANY.slice(0, 1), true) : buildPage(MANY.slice(4)),
      },
      { isWide: true },
    );
    const grid = await month("November 2026");
    expect(await grid.findByRole("link", { name: /Eve/u })).toBeVisible();
    expect(grid.getByRole("link", { name: /Ann/u })).toBeVisible();
    expect(reads()).toHaveLength(2);
  });

  it("applies search and filter and keeps them in the list", async () => {
    const { reads, router } = show({}, { isWide: true, query: "&q=ann&status=scheduled" });
    await month("November 2026");
    await waitFor(() => expect(reads()[0]!.url).toContain("search=ann&status=scheduled"));
    await userEvent.click(screen.getByRole("radio", { name: "List" }));
    expect(router.state.location.search).toBe("?q=ann&status=scheduled");
  });

  it.each([true, false])("reports an empty month (wide: %s)", async (isWide) => {
    show({ "GET /api/interviews": buildPage([]) }, { isWide });
    expect(await screen.findByText(/Nothing is scheduled in November 2026\./u)).toBeVisible();
  });

  it("offers a retry when the server is unreachable", async () => {
    let isAway = true;
    show(
      { "GET /api/interviews": () => (isAway ? new TypeError("offline") : buildPage(MANY)) },
      { isWide: true },
    );
    expect(await screen.findByText("The interviews could not be loaded")).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    const grid = await month("November 2026");
    expect(await grid.findByRole("link", { name: /Ann/u })).toBeVisible();
  });
});
