/** Sort orders of the interview list. */
import type { SortOrder } from "@/hooks/use-list-view";

/** Sort fields of the server, with the direction of the first click. */
export const INTERVIEW_SORTS = {
  candidateName: "asc",
  position: "asc",
  scheduledDate: "desc",
  status: "asc",
} as const satisfies Record<string, SortOrder>;

export type InterviewSort = keyof typeof INTERVIEW_SORTS;

export function isInterviewSort(value: string | null): value is InterviewSort {
  return value !== null && Object.hasOwn(INTERVIEW_SORTS, value);
}

export interface InterviewOrder {
  /** Null for newest first. */
  sort: InterviewSort | null;
  order: SortOrder;
}

/** Cycles a heading: first direction, reversed, back to newest first. */
export function nextOrder(now: InterviewOrder, clicked: InterviewSort): InterviewOrder {
  const first = INTERVIEW_SORTS[clicked];
  if (now.sort !== clicked) return { sort: clicked, order: first };
  return now.order === first
    ? { sort: clicked, order: first === "asc" ? "desc" : "asc" }
    : { sort: null, order: "desc" };
}
