import type { TFunction } from "i18next";

import type { OperationProgress } from "@/api/types";
import { stageWords } from "@/lib/stage-words";

import type { DocumentStage } from "../api/types";

const STAGES = {
  queued: true,
  reading: true,
  understanding: true,
  assessing: true,
  finalizing: true,
  done: true,
} as const satisfies Record<DocumentStage, true>;

/** The documents' percentages: before the server has it, while it waits, its work, its end. */
const SENDING = 0.1;
const BEGINNING = 0.3;
const FINALIZING = 0.9;

function isStage(stage: string): stage is DocumentStage {
  return Object.hasOwn(STAGES, stage);
}

/** The share that the progress box draws, between the documents' percentages. */
export function drawnShare(stage: DocumentStage | null, share: number): number {
  if (stage === null) return SENDING;
  if (stage === "queued") return BEGINNING;
  if (stage === "finalizing") return FINALIZING;
  if (stage === "done") return 1;
  return BEGINNING + (FINALIZING - BEGINNING) * Math.min(1, Math.max(0, share));
}

/** What is being done, in the product's words. */
export function stageText(t: TFunction<"documents">, stage: string): string {
  return isStage(stage) ? t(`progress.stages.${stage}`) : stageWords(stage);
}

/** What the progress box says: the step in the product's words, the server's stage as detail. */
export function shownProgress(
  t: TFunction<"documents">,
  progress: OperationProgress,
): OperationProgress {
  const { stage, detail } = progress;
  const share = drawnShare(isStage(stage) ? stage : "understanding", progress.share);
  const step =
    share < BEGINNING + 0.01 ? "uploading" : share < FINALIZING ? "processing" : "finalizing";
  const words = stageText(t, stage);
  return {
    ...progress,
    share,
    stage: t(`progress.steps.${step}`),
    detail: detail === "" ? words : t("progress.detail", { stage: words, detail }),
  };
}
