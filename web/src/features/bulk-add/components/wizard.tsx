/** Wizard of one import: upload, preview, done. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/ui/page-header";
import { UpgradeModal } from "@/components/upgrade-modal";

import { OPEN_BATCHES_KEY } from "../api/batches";
import type { Batch, ImportResult } from "../api/types";
import { useUploadQueue } from "../hooks/use-upload-queue";
import { ImportDone } from "./import-done";
import { LeaveGuard } from "./leave-guard";
import { PreviewStage } from "./preview-stage";
import { Steps, type Stage } from "./steps";
import { UploadStage } from "./upload-stage";

interface WizardProps {
  /** An unfinished import to continue; null for a new one. */
  batch: Batch | null;
  /** Called once the server has created the batch. */
  onBatch: (batchId: string) => void;
  /** Starts again, with the batch of that id or without one. */
  onBegin: (batchId: string | null) => void;
}

export function Wizard({ batch, onBatch, onBegin }: WizardProps) {
  const { t } = useTranslation("bulk");
  const client = useQueryClient();
  const { queue, state, summary } = useUploadQueue(batch);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [result, setResult] = useState<ImportResult | null>(batch?.result ?? null);
  // Manual selections; all other items are selected unless they are duplicates.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());

  const { batchId } = state;
  useEffect(() => {
    if (batchId !== null) onBatch(batchId);
    // The URL is updated once per batch.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [batchId]);

  const stage: Stage = result ? "done" : isPreviewing && batchId !== null ? "preview" : "upload";
  const show = (next: boolean) => {
    setIsPreviewing(next);
    window.scrollTo(0, 0);
  };
  const finish = (imported: ImportResult) => {
    setResult(imported);
    window.scrollTo(0, 0);
    for (const queryKey of [["candidates"], ["job-descriptions"], OPEN_BATCHES_KEY]) {
      void client.invalidateQueries({ queryKey });
    }
  };

  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5">
      <PageHeader title={t("title")} description={t("description")} />
      <Steps stage={stage} />
      {stage === "upload" && (
        <UploadStage
          queue={queue}
          state={state}
          summary={summary}
          onNext={() => show(true)}
          onBegin={onBegin}
        />
      )}
      {stage === "preview" && batchId !== null && (
        <PreviewStage
          batchId={batchId}
          settled={summary.settled}
          unsent={summary.unsent}
          choices={choices}
          onChoices={setChoices}
          onBack={() => show(false)}
          onDropUnsent={queue.dropUnsent}
          onImported={finish}
        />
      )}
      {result && (
        <ImportDone
          result={result}
          failed={state.uploads
            .filter(({ status, canRetry, documentId }) => {
              return status === "failed" && canRetry && documentId !== null;
            })
            .map(({ id }) => id)}
          onRetry={queue.retry}
          onBegin={onBegin}
        />
      )}
      <UpgradeModal
        open={state.isLimitReached}
        onOpenChange={(open) => !open && queue.dismissLimit()}
        reason="documents"
      />
      <LeaveGuard isBusy={!result && summary.unsent > 0} />
    </div>
  );
}
