/** Question generation. */
import { api } from "@/api/client";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import type { GenerationResponse, GenerationRequest } from "./types";

/** Writes questions one by one; each is stored as it is written. Aborting the signal stops the model. */
export function generateQuestions(
  request: GenerationRequest,
  call: { operationId: string; signal: AbortSignal },
): Promise<GenerationResponse> {
  return api.post("/api/questions/generate", {
    body: request,
    ...call,
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}
