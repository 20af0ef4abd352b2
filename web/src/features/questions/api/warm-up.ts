import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

/**
 * Lets the model read the CV and the job description before questions are asked for, so that the first
 * comes sooner. Nobody waits for it, and nothing is lost where it fails.
 */
export function warmUpModel(request: Schemas["WarmUp"]): void {
  api.post("/api/questions/warm-up", { body: request }).catch(() => undefined);
}
