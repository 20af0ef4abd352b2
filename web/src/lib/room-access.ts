import type { InterviewStatus } from "@/api/types";

export const NO_CREDITS_REASON = "Not enough interview credits";

/** Why room and candidate link cannot be used now, as a tooltip says it; null when they can. */
export function closedReason(status: InterviewStatus, noCredits: boolean): string | null {
  if (status === "completed") return "This interview is completed";
  if (status === "cancelled") return "This interview is cancelled";
  // Credits are counted when an interview starts: one that runs may go on.
  if (noCredits && status !== "in_progress") return NO_CREDITS_REASON;
  return null;
}
