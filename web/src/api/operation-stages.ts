/** Words for the steps of slow requests, whose codes the server sends. */
import i18next from "i18next";

import type { OperationStage } from "./types";

/** Every stage of the server; the compiler holds this list complete. */
export const OPERATION_STAGES = {
  starting: true,
  queued: true,
  done: true,
  reading: true,
  understanding: true,
  assessing: true,
  finalizing: true,
  transcribing: true,
  writing_questions: true,
  reading_transcript: true,
  describing_strengths: true,
  describing_concerns: true,
  writing_summary: true,
  writing_assessments: true,
  choosing_quotes: true,
  writing_follow_ups: true,
} as const satisfies Record<OperationStage, true>;

/** A stage in words. A newer server may send one that is not known here. */
export function stageText(stage: OperationStage): string {
  return i18next.t(`stages.${Object.hasOwn(OPERATION_STAGES, stage) ? stage : "starting"}`);
}
