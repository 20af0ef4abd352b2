import { isApiError } from "@/api/errors";

export const LIMIT_WHEN_GENERATING = "Question limit reached (max 20). Remove some to add more.";
export const LIMIT_WHEN_ADDING = "You've reached the question limit (max 20).";
const AUTHENTICATION_FAILED = "Authentication failed. Please sign in again.";

function isRefused(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.status === 403);
}

function ownWords(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

export function generationErrorMessage(error: unknown): string {
  if (isRefused(error)) return AUTHENTICATION_FAILED;
  if (isApiError(error, "QUESTION_LIMIT")) return LIMIT_WHEN_GENERATING;
  if (isApiError(error) && error.status === 404) {
    return "Interview session not found. Please check the URL or create a new interview.";
  }
  return ownWords(error) || "Failed to generate questions.";
}

const EDITS = {
  update: "Failed to update question: ",
  delete: "Failed to delete question: ",
  empty: "Failed to empty question list: ",
  add: "Failed to add question: ",
};

export function editErrorMessage(edit: keyof typeof EDITS, error: unknown): string {
  if (isRefused(error)) return AUTHENTICATION_FAILED;
  if (isApiError(error, "QUESTION_LIMIT")) return LIMIT_WHEN_ADDING;
  return EDITS[edit] + ownWords(error);
}
