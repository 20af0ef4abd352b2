/** Steps and percentages of the upload progress box. */
import type { TFunction } from "i18next";

import { stageText } from "@/api/operation-stages";
import type { OperationProgress } from "@/api/types";

import type { DocumentStage } from "../api/types";

const STAGES = {
  queued: true,
  reading: true,
  understanding: true,
  assessing: true,
  finalizing: true,
  done: true,
} as const satisfies Record<DocumentStage, true>;

/** Specified percentages of the steps. */
const SENDING = 0.1;
const BEGINNING = 0.3;
const FINALIZING = 0.9;

function isStage(stage: string): stage is DocumentStage {
  return Object.hasOwn(STAGES, stage);
}

/** Share shown by the progress bar, between the specified percentages. */
export function drawnShare(stage: DocumentStage | null, share: number): number {
  if (stage === null) return SENDING;
  if (stage === "queued") return BEGINNING;
  if (stage === "finalizing") return FINALIZING;
  if (stage === "done") return 1;
  return BEGINNING + (FINALIZING - BEGINNING) * Math.min(1, Math.max(0, share));
}

/** Progress box: the share, the step, and the server's stage as detail. */
export function shownProgress(
  t: TFunction<"documents">,
  { stage, share: done }: Pick<OperationProgress, "stage" | "share">,
): { share: number; words: { text: string; detail: string } } {
  const share = drawnShare(isStage(stage) ? stage : "understanding", done);
  const step =
    share < BEGINNING + 0.01 ? "uploading" : share < FINALIZING ? "processing" : "finalizing";
  return {
    share,
    words: { text: t(`progress.steps.${step}`), detail: stageText(stage) },
  };
}
