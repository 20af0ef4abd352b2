/** Queries for interview lists and the calendar. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { MAX_PAGE_SIZE, readAllPages } from "@/api/all-pages";
import { api } from "@/api/client";
import { INTERVIEW_LISTS } from "@/api/interview-created";
import type { QueryOf } from "@/api/routes";
import { PAGE_SIZE } from "@/config/constants";

import type { InterviewSelection } from "../hooks/use-interviews-view";
import { timeAround, type CalendarDay } from "../lib/calendar-month";
import type { InterviewOrder } from "../lib/interview-order";

type ListQuery = QueryOf<"/api/interviews">;

export function interviewListQuery(view: InterviewSelection & InterviewOrder & { page: number }) {
  const query: ListQuery = {
    page: view.page,
    limit: PAGE_SIZE,
    search: view.q,
    status: view.statuses,
    ...(view.sort === null ? {} : { sort: view.sort, order: view.order }),
  };
  return queryOptions({
    queryKey: [...INTERVIEW_LISTS, query],
    queryFn: ({ signal }) => api.get("/api/interviews", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** All interviews scheduled between two days (inclusive, in every timezone), by time. */
export function scheduledInterviewsQuery(
  { q, statuses }: InterviewSelection,
  { first, last }: { first: CalendarDay; last: CalendarDay },
) {
  const query: ListQuery = {
    ...timeAround(first, last),
    search: q,
    status: statuses,
    sort: "scheduledDate",
    order: "asc",
    limit: MAX_PAGE_SIZE,
  };
  return queryOptions({
    queryKey: [...INTERVIEW_LISTS, "scheduled", query],
    queryFn: ({ signal }) =>
      readAllPages((page) => api.get("/api/interviews", { query: { ...query, page }, signal })),
  });
}
