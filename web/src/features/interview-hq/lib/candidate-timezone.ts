/** The candidate's timezone as chosen by the recruiter, in local storage. */
import { readStored, writeStored } from "@/lib/local-storage";
import { isKnownTimezone } from "@/lib/zoned-time";

const buildKey = (interviewId: string) => `greenroom.candidate-timezone.${interviewId}`;

/** The candidate's timezone as chosen by the recruiter, stored in this browser only. */
export function readCandidateTimezone(interviewId: string): string | null {
  const stored = readStored(buildKey(interviewId));
  return stored !== null && isKnownTimezone(stored) ? stored : null;
}

export function keepCandidateTimezone(interviewId: string, timezone: string | null): void {
  writeStored(buildKey(interviewId), timezone);
}
