/** Whole seconds to wait after a 429 before trying again; 0 if there is nothing to wait for. */
import { isApiError } from "@/api/errors";

import { useCountdown } from "./use-countdown";

export function useRetryWait(call: { error: unknown; submittedAt: number }): number {
  const seconds = isApiError(call.error) ? call.error.retryAfterSeconds : null;
  return useCountdown(seconds === null ? null : call.submittedAt + seconds * 1000);
}
