/** Storage of the candidate's timezone in this browser. */
import { readStored, writeStored } from "@/lib/local-storage";
import { isKnownTimezone } from "@/lib/zoned-time";

const buildKey = (interviewId: string) => `greenroom.candidate-timezone.${interviewId}`;

/** The timezone that the recruiter chose for the candidate, or null. */
export function readCandidateTimezone(interviewId: string): string | null {
  const stored = readStored(buildKey(interviewId));
  return stored !== null && isKnownTimezone(stored) ? stored : null;
}

export function keepCandidateTimezone(interviewId: string, timezone: string | null): void {
  writeStored(buildKey(interviewId), timezone);
}
