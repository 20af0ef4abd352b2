/** View state of the interviews page, kept in the URL. */
import { useSearchParams } from "react-router";

import type { InterviewStatus } from "@/api/types";
import { INTERVIEW_STATUS } from "@/components/ui/status-tones";

import { type CalendarMonth, isCalendarMonth } from "../lib/calendar-month";
import { type InterviewOrder, isInterviewSort } from "../lib/interview-order";

/** The server's maximum search length. */
const MAX_SEARCH_LENGTH = 300;
const CALENDAR = "calendar";

export interface InterviewSelection {
  /** Trimmed; empty for no search. */
  q: string;
  /** In lifecycle order; empty for all. */
  statuses: readonly InterviewStatus[];
}

export interface InterviewsView extends InterviewSelection, InterviewOrder {
  page: number;
  isCalendar: boolean;
  /** Month of the calendar; null for the current month. */
  month: CalendarMonth | null;
}

export const STATUSES = Object.keys(INTERVIEW_STATUS) as InterviewStatus[];

function readView(search: URLSearchParams): InterviewsView {
  const requested = search.getAll("status");
  const sort = search.get("sort");
  const month = search.get("month") ?? "";
  return {
    q: (search.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
    statuses: STATUSES.filter((status) => requested.includes(status)),
    sort: isInterviewSort(sort) ? sort : null,
    order: search.get("order") === "asc" ? "asc" : "desc",
    page: Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1),
    isCalendar: search.get("view") === CALENDAR,
    month: isCalendarMonth(month) ? month : null,
  };
}

function toParameters(view: InterviewsView): [string, string][] {
  const parameters: [string, string | null][] = [
    ["view", view.isCalendar ? CALENDAR : null],
    ["month", view.isCalendar ? view.month : null],
    ["q", view.q],
    ...view.statuses.map((status): [string, string] => ["status", status]),
    ["sort", view.sort],
    ["order", view.sort && view.order],
    ["page", view.page === 1 || view.isCalendar ? null : String(view.page)],
  ];
  return parameters.filter((entry): entry is [string, string] => Boolean(entry[1]));
}

/** Kept in the URL, so that a link shows the same. Unknown values are ignored. */
export function useInterviewsView(): [InterviewsView, (change: Partial<InterviewsView>) => void] {
  const [search, setSearch] = useSearchParams();
  const show = (change: Partial<InterviewsView>) =>
    setSearch(
      // A new selection starts on its first page.
      (old) => new URLSearchParams(toParameters({ ...readView(old), page: 1, ...change })),
      // Otherwise every typed letter would be a history entry.
      { replace: change.q !== undefined },
    );
  return [readView(search), show];
}
