import type { InterviewDocument } from "../api/types";

/** The document that tells most of a record: its CV or job description before a letter, the newest first. */
export function mainDocument(newestFirst: readonly InterviewDocument[]): InterviewDocument | null {
  return (
    newestFirst.find(({ detectedType }) => detectedType?.type !== "cover_letter") ??
    newestFirst[0] ??
    null
  );
}
