import { isApiError } from "@/api/errors";

import { useCountdown } from "./use-countdown";

/** Whole seconds until the server takes another try after a 429; 0 where it takes one now. */
export function useRetryWait(call: { error: unknown; submittedAt: number }): number {
  const seconds = isApiError(call.error) ? call.error.retryAfterSeconds : null;
  return useCountdown(seconds === null ? null : call.submittedAt + seconds * 1000);
}
