/** The position of an interview, wherever it is shown. */
import type { Interview } from "./types";

const DEFAULT_TITLE = "New Interview";

/** The role being interviewed for; empty if it is not set. */
export function getPosition(interview: Pick<Interview, "position" | "title">): string {
  if (interview.position) return interview.position;
  return interview.title === DEFAULT_TITLE ? "" : interview.title;
}
