import type { TFunction } from "i18next";

import type { OperationProgress } from "@/api/types";
import { stageWords } from "@/lib/stage-words";

// The server names its stages in English; here is what each is called in the catalogue.
const STEPS = {
  "Uploading and processing...": "uploading",
  "Processing document...": "processing",
  "Finalizing...": "finalizing",
} as const;
const STAGES = {
  "Reading the CV": "readingCv",
  "Writing the profile": "writingProfile",
  "Naming key strengths": "namingStrengths",
  "Completing the profile": "completingProfile",
  "Reading the job description": "readingJob",
  "Writing the summary": "writingSummary",
  "Completing the job description": "completingJob",
} as const;
const FINALIZING_FROM = 0.9;

function isOf<Names extends object>(names: Names, stage: string): stage is keyof Names & string {
  return Object.hasOwn(names, stage);
}

/** What the progress box says: the step in the product's words, the server's stage as detail. */
export function shownProgress(
  t: TFunction<"documents">,
  progress: OperationProgress,
): OperationProgress {
  const { stage, share, detail } = progress;
  if (isOf(STEPS, stage)) return { ...progress, stage: t(`progress.steps.${STEPS[stage]}`) };
  const words = isOf(STAGES, stage) ? t(`progress.stages.${STAGES[stage]}`) : stageWords(stage);
  return {
    ...progress,
    stage: t(share >= FINALIZING_FROM ? "progress.steps.finalizing" : "progress.steps.processing"),
    detail: detail === "" ? words : t("progress.detail", { stage: words, detail }),
  };
}
