/** Choice of the document shown next to a record. */
import type { InterviewDocument } from "../api/types";

/**
 * The main source of a record: the document that counts, else the newest CV or job description, else the
 * newest document.
 */
export function mainDocument(
  newestFirst: readonly InterviewDocument[],
  currentId: string | null,
): InterviewDocument | null {
  return (
    newestFirst.find(({ _id }) => _id === currentId) ??
    newestFirst.find(({ detectedType }) => detectedType?.type !== "cover_letter") ??
    newestFirst[0] ??
    null
  );
}
