/** The challenge of a sign-in that requires a code, else null. */
import { isApiError } from "@/api/errors";

export function getChallenge(error: unknown): string | null {
  if (!isApiError(error, "SECOND_FACTOR_REQUIRED")) return null;
  const { challenge } = error.details;
  return typeof challenge === "string" ? challenge : null;
}
