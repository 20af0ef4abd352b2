import { isApiError } from "@/api/errors";

/** The sentence under 'Error Loading Report'. */
export function loadErrorMessage(error: unknown): string {
  if (isApiError(error) && (error.status === 401 || error.status === 403)) {
    return "Authentication failed. Please sign in again.";
  }
  if (error instanceof Error && error.message !== "") {
    return `Failed to load AI analysis: ${error.message}`;
  }
  return "Failed to load report data";
}

export function analysisErrorMessage(error: unknown): string {
  return isApiError(error) && error.message !== "" ? error.message : "Analysis failed";
}
