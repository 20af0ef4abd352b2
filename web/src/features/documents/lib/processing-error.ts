import { isApiError, TIMEOUT } from "@/api/errors";

/** HTTP 402: the allowance of documents is used up. */
export function isAllowanceUsedUp(error: unknown): boolean {
  return isApiError(error) && (error.status === 402 || error.code === "DOCUMENTS_LIMIT");
}

/** One sentence for the recruiter: the server's own words first. */
export function processingErrorMessage(error: unknown): string {
  const unexpected = "An unexpected error occurred during document processing.";
  if (!isApiError(error)) return unexpected;
  if (error.code === TIMEOUT) return "Request timed out. Please try again with a smaller file.";
  if (error.status === 413) return "File too large. Please use a file smaller than 10MB.";
  if (error.message !== "") return error.message;
  return error.status >= 500 ? "Server error. Please try again later." : unexpected;
}
