/** Warm-up of the model before questions are generated. */
import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

/** Lets the model read the CV and the job description ahead of generation. Failures are ignored. */
export function warmUpModel(request: Schemas["WarmUp"]): void {
  api.post("/api/questions/warm-up", { body: request }).catch(() => undefined);
}
