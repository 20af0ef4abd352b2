import type { OperationProgress } from "@/api/types";

const FINALIZING_FROM = 0.9;

/** What the progress box says: the step in the product's words, the server's stage as detail. */
export function shownProgress(progress: OperationProgress, stageText: string): OperationProgress {
  const stage = progress.share >= FINALIZING_FROM ? "Finalizing..." : "Processing document...";
  const detail = [stageText, progress.detail].filter((text) => text !== "").join(": ");
  return { ...progress, stage, detail };
}
