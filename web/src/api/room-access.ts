/** Whether the room and candidate link of an interview can be used. */
import type { InterviewStatus } from "./types";

export function isStartable(status: InterviewStatus): boolean {
  return status === "draft" || status === "scheduled";
}

/** Keys of the tooltips in `common:closed`. */
export type ClosedReason = "completed" | "cancelled" | "noCredits";

/** Why the room and the candidate link cannot be used now; null if they can. */
export function getClosedReason(status: InterviewStatus, noCredits: boolean): ClosedReason | null {
  if (status === "completed" || status === "cancelled") return status;
  // Credits are checked when an interview starts; a running one may continue.
  if (noCredits && status !== "in_progress") return "noCredits";
  return null;
}
