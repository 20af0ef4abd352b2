import { api } from "@/api/client";
import type { Success } from "@/api/types";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import type { Analysis } from "./types";

/** Writes the report and waits for it. Aborting the signal stops the model's work. */
export function runAnalysis(
  interviewId: string,
  call: { operationId: string; signal: AbortSignal },
): Promise<Success & { analysis: Analysis }> {
  return api.post(
    "/api/aisense/analyze",
    { interviewId },
    { ...call, timeoutMs: SLOW_CALL_TIMEOUT_MS },
  );
}
