import type { OperationProgress } from "@/api/types";

const PROCESSING = "Processing document...";
const FINALIZING = "Finalizing...";
const STEPS = ["Uploading and processing...", PROCESSING, FINALIZING];
const FINALIZING_FROM = 0.9;

/** What the progress box says: the step in the product's words, the server's stage as detail. */
export function shownProgress(progress: OperationProgress, stageText: string): OperationProgress {
  if (STEPS.includes(progress.stage)) return progress;
  const stage = progress.share >= FINALIZING_FROM ? FINALIZING : PROCESSING;
  const detail = [stageText, progress.detail].filter((text) => text !== "").join(": ");
  return { ...progress, stage, detail };
}
