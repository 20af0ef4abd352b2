import type { InterviewStatus } from "./types";

/** Keys of `common:closed`, which says each as a tooltip does. */
export type ClosedReason = "completed" | "cancelled" | "noCredits";

/** Why room and candidate link cannot be used now; null when they can. */
export function closedReason(status: InterviewStatus, noCredits: boolean): ClosedReason | null {
  if (status === "completed" || status === "cancelled") return status;
  // Credits are counted when an interview starts: one that runs may go on.
  if (noCredits && status !== "in_progress") return "noCredits";
  return null;
}
