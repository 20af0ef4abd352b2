import type { Interview } from "./types";

const DEFAULT_TITLE = "New Interview";

/** The role that is interviewed for; empty when nobody has said it yet. */
export function positionOf(interview: Pick<Interview, "position" | "title">): string {
  if (interview.position) return interview.position;
  return interview.title === DEFAULT_TITLE ? "" : interview.title;
}
