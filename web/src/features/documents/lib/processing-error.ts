/** What is known of a failed call, whatever client made it. */
export interface CallFailure {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** The server's own sentence, empty when it sent none. */
  message: string;
  isTimeout: boolean;
}

export function isAllowanceUsedUp(failure: CallFailure): boolean {
  return failure.status === 402;
}

/** One sentence for the recruiter: the server's own words first. */
export function processingErrorMessage(failure: CallFailure): string {
  if (failure.isTimeout) return "Request timed out. Please try again with a smaller file.";
  if (failure.status === 413) return "File too large. Please use a file smaller than 10MB.";
  if (failure.message !== "" && failure.status !== 0) return failure.message;
  if (failure.status >= 500) return "Server error. Please try again later.";
  return failure.message !== ""
    ? failure.message
    : "An unexpected error occurred during document processing.";
}
