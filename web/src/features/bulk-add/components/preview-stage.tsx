/** Stage 2 of an import: choosing what to import. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";

import { commitBatch, previewQuery } from "../api/batches";
import type { ImportResult, Preview, Selection } from "../api/types";
import { choose, selectedIds, type Choices } from "../lib/selection";
import { MergeDialog, type MergeOf } from "./merge-dialog";
import { CandidateTable, JobTable } from "./preview-tables";
import { StageFooter } from "./stage-footer";

/** Poll interval while documents are processed; events refresh the preview in between. */
const POLL_MS = 3_000;

interface PreviewStageProps {
  batchId: string;
  /** Number of finished documents; a change reloads the preview. */
  settled: number;
  /** Number of files that are not uploaded yet. */
  unsent: number;
  choices: Choices;
  onChoices: (choices: Choices) => void;
  onBack: () => void;
  onDropUnsent: () => void;
  onImported: (result: ImportResult) => void;
}

export function PreviewStage(props: PreviewStageProps) {
  const { batchId, settled, onBack } = props;
  const { t } = useTranslation(["bulk", "common"]);
  const client = useQueryClient();
  const preview = useQuery({
    ...previewQuery(batchId),
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? POLL_MS : false),
  });
  useEffect(() => {
    void client.invalidateQueries({ queryKey: previewQuery(batchId).queryKey });
  }, [client, batchId, settled]);
  return (
    <section className="flex flex-col gap-5" aria-labelledby="preview-title">
      <div>
        <h2 id="preview-title" className="text-lg font-semibold">
          {t("preview.title")}
        </h2>
        <p className="text-muted">{t("preview.text")}</p>
      </div>
      {preview.data ? (
        <PreviewContent {...props} preview={preview.data} />
      ) : (
        <>
          {preview.error ? (
            <ErrorState
              title={t("preview.failed")}
              error={preview.error}
              onRetry={() => void preview.refetch()}
              retrying={preview.isFetching}
            />
          ) : (
            <div className="flex flex-col gap-3" aria-busy>
              <Skeleton className="h-7 w-40" />
              <Skeleton className="h-52 w-full" />
            </div>
          )}
          <StageFooter text={null}>
            <Button onClick={onBack}>{t("common:back")}</Button>
          </StageFooter>
        </>
      )}
    </section>
  );
}

function PreviewContent(props: PreviewStageProps & { preview: Preview }) {
  const { batchId, preview, choices, onChoices, unsent } = props;
  const { t } = useTranslation(["bulk", "common"]);
  const [compared, setCompared] = useState<MergeOf | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { candidates, jobs } = preview;
  const commit = useMutation({
    mutationFn: (selection: Selection) => commitBatch(batchId, selection),
    onSuccess: props.onImported,
  });
  const selection = {
    selectedCandidates: selectedIds(candidates, choices),
    selectedJobs: selectedIds(jobs, choices),
    // Documents finished between preview and import are not dropped: they wait in a new import.
    previewed: [...candidates, ...jobs].map((item) => item.sourceDocumentId),
  };
  const count = selection.selectedCandidates.length + selection.selectedJobs.length;
  const left = preview.pending + unsent;
  const start = () => {
    setIsAsking(false);
    props.onDropUnsent();
    commit.mutate(selection);
  };
  const tables = { choices, onChoices, onCompare: setCompared, disabled: commit.isPending };
  return (
    <>
      {left > 0 && (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner size={15} />
          {t("preview.pending", { count: left })}
        </p>
      )}
      {candidates.length > 0 && <CandidateTable items={candidates} {...tables} />}
      {jobs.length > 0 && <JobTable items={jobs} {...tables} />}
      {candidates.length + jobs.length === 0 && (
        <p className="rounded-lg border border-line bg-surface p-6 text-center text-muted">
          {t("preview.nothing")}
        </p>
      )}
      {commit.error && (
        <div role="alert">
          <Banner tone="danger" className="rounded-lg">
            <strong className="font-medium">{t("preview.commitFailed")}</strong>{" "}
            {errorText(commit.error, t("errors.server"))}
          </Banner>
        </div>
      )}
      <StageFooter text={<span className="text-muted">{t("preview.selected", { count })}</span>}>
        <Button onClick={props.onBack} disabled={commit.isPending}>
          {t("common:back")}
        </Button>
        <Button
          variant="primary"
          busy={commit.isPending}
          disabled={count === 0}
          onClick={() => (left > 0 ? setIsAsking(true) : start())}
        >
          {commit.isPending ? t("preview.importing") : t("preview.confirm", { count })}
        </Button>
      </StageFooter>
      {compared && (
        <MergeDialog
          batchId={batchId}
          item={compared}
          isSelected={selectedIds([compared], choices).length > 0}
          onSelect={(isSelected) => {
            onChoices(choose(choices, [compared], isSelected));
            setCompared(null);
          }}
          onClose={() => setCompared(null)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        tone="primary"
        title={t("preview.leftOut.title", { count: left })}
        confirmLabel={t("preview.leftOut.confirm")}
        cancelLabel={t("preview.leftOut.wait")}
        onConfirm={start}
      >
        {t("preview.leftOut.text")}
      </ConfirmDialog>
    </>
  );
}
