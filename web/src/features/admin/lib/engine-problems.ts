/** Words for why an engine does not work. */
import type { TFunction } from "i18next";

import type { EngineProblem } from "../api/types";

/** Every code of the server; the compiler holds this list complete. */
export const ENGINE_PROBLEMS = {
  model_missing: true,
  model_unknown: true,
  weights_not_found: true,
  model_unreadable: true,
  model_damaged: true,
  model_wrong_kind: true,
  package_missing: true,
  model_too_large: true,
  judge_missing: true,
  model_unusable: true,
  loading_timeout: true,
  worker_ended: true,
  worker_killed: true,
  worker_crashed: true,
  worker_hung: true,
  remote_timeout: true,
  remote_unreachable: true,
  remote_internal: true,
  remote_incomplete: true,
  remote_invalid: true,
  remote_redirects: true,
  remote_key_refused: true,
  remote_not_found: true,
  remote_refused: true,
} as const satisfies Record<EngineProblem["code"], true>;

export function problemText(t: TFunction<"admin">, { code, params }: EngineProblem): string {
  return t(`models.problems.${code}`, params);
}
