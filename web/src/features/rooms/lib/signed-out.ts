/** Recognizes that the recruiter may not act in the room any more. */
import { isApiError } from "@/api/errors";

/** Whether a call was refused because the session ended or the account lost its right. */
export function isSignedOut(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.status === 403);
}
