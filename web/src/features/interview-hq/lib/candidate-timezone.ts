import { readStored, writeStored } from "@/lib/local-storage";
import { isKnownTimezone } from "@/lib/zoned-time";

const keyOf = (interviewId: string) => `greenroom.candidate-timezone.${interviewId}`;

/** Where the recruiter has said that the candidate lives; the server is not told. */
export function readCandidateTimezone(interviewId: string): string | null {
  const stored = readStored(keyOf(interviewId));
  return stored !== null && isKnownTimezone(stored) ? stored : null;
}

export function keepCandidateTimezone(interviewId: string, timezone: string | null): void {
  writeStored(keyOf(interviewId), timezone);
}
