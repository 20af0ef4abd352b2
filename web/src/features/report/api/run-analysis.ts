/** Runs the analysis of an interview and waits for the report, or stops it. */
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

/** Stops the report that is being written. What was written so far is kept for the next run. */
export async function cancelAnalysis(interviewId: string): Promise<void> {
  await api.post("/api/aisense/analysis/{interview_id}/cancel", {
    params: { interview_id: interviewId },
  });
}
