import type { SortOrder } from "@/hooks/use-list-view";

/** The server's names of what interviews are sorted by, each with the way its first click sorts. */
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
  /** Null: the newest first. */
  sort: InterviewSort | null;
  order: SortOrder;
}

/** A heading is clicked three times: its own way, the other way, and back to the newest first. */
export function nextOrder(now: InterviewOrder, clicked: InterviewSort): InterviewOrder {
  const first = INTERVIEW_SORTS[clicked];
  if (now.sort !== clicked) return { sort: clicked, order: first };
  return now.order === first
    ? { sort: clicked, order: first === "asc" ? "desc" : "asc" }
    : { sort: null, order: "desc" };
}
