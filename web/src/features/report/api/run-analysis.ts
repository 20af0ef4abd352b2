/** Runs the analysis of an interview and waits for the report. */
import { api } from "@/api/client";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import type { AnalyzeResponse } from "./types";

export function runAnalysis(
  interviewId: string,
  call: { operationId: string; signal: AbortSignal },
): Promise<AnalyzeResponse> {
  return api.post("/api/aisense/analyze", {
    body: { interviewId },
    ...call,
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}
