import { isApiError } from "@/api/errors";

/** The challenge of a sign-in whose password was right and that asks for a code, else null. */
export function getChallenge(error: unknown): string | null {
  if (!isApiError(error, "SECOND_FACTOR_REQUIRED")) return null;
  const { challenge } = error.details;
  return typeof challenge === "string" ? challenge : null;
}
