import { api } from "@/api/client";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import type { AnalyzeAnswer } from "./types";

/** Writes the report and waits for it. Aborting the signal stops the model's work. */
export function runAnalysis(
  interviewId: string,
  call: { operationId: string; signal: AbortSignal },
): Promise<AnalyzeAnswer> {
  return api.post("/api/aisense/analyze", {
    body: { interviewId },
    ...call,
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}
