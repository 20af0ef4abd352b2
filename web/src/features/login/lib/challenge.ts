/** The challenge of a sign-in that requires a code, else null. */
import { findDetails } from "@/api/error-details";

export function getChallenge(error: unknown): string | null {
  return findDetails(error, "SECOND_FACTOR_REQUIRED")?.challenge ?? null;
}
