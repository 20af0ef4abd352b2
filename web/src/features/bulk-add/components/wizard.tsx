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
  /** An import that was begun earlier; null for a new one. */
  batch: Batch | null;
  /** The server has a batch for the files of this page now. */
  onBatch: (batchId: string) => void;
  /** Starts over: with the batch of that id, or with none. */
  onBegin: (batchId: string | null) => void;
}

/** The three stages of one import: upload, preview, done. */
export function Wizard({ batch, onBatch, onBegin }: WizardProps) {
  const { t } = useTranslation("bulk");
  const client = useQueryClient();
  const { queue, state, summary } = useUploadQueue(batch);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [result, setResult] = useState<ImportResult | null>(batch?.result ?? null);
  // Selected or not by hand; everything else is selected unless it is there already.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());

  const { batchId } = state;
  useEffect(() => {
    if (batchId !== null) onBatch(batchId);
    // The address is written once for each batch.
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
      {result && <ImportDone result={result} onBegin={onBegin} />}
      <UpgradeModal
        open={state.isLimitReached}
        onOpenChange={(open) => !open && queue.dismissLimit()}
        reason="documents"
      />
      <LeaveGuard isBusy={!result && summary.unsent > 0} />
    </div>
  );
}
