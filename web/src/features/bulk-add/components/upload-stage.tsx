/** Stage 1 of an import: adding and uploading files. */
import { FolderOpen, Upload as UploadIcon } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FileDropZone } from "@/components/file-drop-zone";
import { Button } from "@/components/ui/button";
import { useMaxDocumentBytes } from "@/hooks/use-max-document-bytes";
import { ACCEPTED_DOCUMENTS, formatMegabytes } from "@/lib/document-files";
import { withoutSystemFiles } from "@/lib/dropped-files";

import type { UploadQueue } from "../lib/upload-queue";
import type { QueueState } from "../lib/upload-store";
import type { UploadSummary } from "../lib/uploads";
import { FilesTable } from "./files-table";
import { OpenImports } from "./open-imports";
import { OverallProgress } from "./overall-progress";
import { PasteText } from "./paste-text";
import { StageFooter } from "./stage-footer";
import { UploadNotice } from "./upload-notice";

interface UploadStageProps {
  queue: UploadQueue;
  state: QueueState;
  summary: UploadSummary;
  onNext: () => void;
  onBegin: (batchId: string | null) => void;
}

export function UploadStage({ queue, state, summary, onNext, onBegin }: UploadStageProps) {
  const { t } = useTranslation("bulk");
  const maxBytes = useMaxDocumentBytes();
  const [pasted, setPasted] = useState(0);
  const isEmpty = state.uploads.length === 0;
  const add = (files: readonly File[]) =>
    queue.add(files.map((file) => ({ file, fileName: file.name })));
  return (
    <>
      {isEmpty && <OpenImports onContinue={onBegin} />}
      <section className="flex flex-col gap-2" aria-label={t("steps.upload")}>
        <FileDropZone
          label={t("drop.input")}
          accept={ACCEPTED_DOCUMENTS}
          onFiles={add}
          className={isEmpty ? "bg-surface [&>button]:py-10" : "bg-surface [&>button]:py-5"}
        >
          <UploadIcon size={24} strokeWidth={1.75} className="mb-3 text-accent-ink" aria-hidden />
          <span className="text-md font-medium">
            {t("drop.text")} <span className="text-accent-ink underline">{t("drop.browse")}</span>
          </span>
          <span className="mt-1 text-muted">{t("drop.kinds")}</span>
          <span className="mt-1 text-sm text-faint">
            {t("drop.limits", { megabytes: formatMegabytes(maxBytes) })}
          </span>
        </FileDropZone>
        <div className="flex flex-wrap gap-x-2">
          <PasteText
            onAdd={(text) => {
              const fileName = t("paste.name", { number: pasted + 1 });
              const file = new File([text.trim()], `${fileName}.txt`, { type: "text/plain" });
              queue.add([{ file, fileName }]);
              setPasted(pasted + 1);
            }}
          />
          <FolderButton onFiles={add} />
        </div>
      </section>
      {isEmpty ? (
        <WhatHappens />
      ) : (
        <section className="flex flex-col gap-3" aria-label={t("files.title")}>
          <UploadNotice
            isAway={state.isAway}
            isPaused={state.isPaused}
            waiting={summary.unsent}
            onResume={queue.resume}
            onWake={queue.wake}
          />
          <OverallProgress uploads={state.uploads} summary={summary} startedAt={state.startedAt} />
          <FilesTable
            uploads={state.uploads}
            failed={summary.failed}
            retryable={summary.retryable}
            onRetry={queue.retry}
            onRemove={queue.remove}
          />
        </section>
      )}
      {!isEmpty && (
        <StageFooter
          text={
            <>
              <span className="font-medium">{t("outcome.valid", { count: summary.valid })}</span>
              {summary.unsupported > 0 && (
                <span className="text-muted">
                  {" "}
                  {t("outcome.unsupported", { count: summary.unsupported })}
                </span>
              )}
            </>
          }
        >
          <Button variant="primary" disabled={summary.valid === 0} onClick={onNext}>
            {t("next")}
          </Button>
        </StageFooter>
      )}
    </>
  );
}

/** Folder selection, which a file dialog does not offer. */
function FolderButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation("bulk");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={FolderOpen}
        className="text-accent-ink"
        onClick={() => input.current?.click()}
      >
        {t("drop.folder")}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t("drop.folderInput")}
        className="sr-only"
        onChange={(event) => {
          onFiles(withoutSystemFiles([...(event.target.files ?? [])]));
          event.target.value = "";
        }}
      />
    </>
  );
}

const OUTCOMES = ["cv", "letter", "job", "again"] as const;

/** Explanation of what documents become, shown while there are none. */
function WhatHappens() {
  const { t } = useTranslation("bulk");
  return (
    <dl className="grid gap-x-10 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
      {OUTCOMES.map((kind) => (
        <div key={kind}>
          <dt className="font-medium">{t(`becomes.${kind}.what`)}</dt>
          <dd className="mt-0.5 max-w-prose text-muted">{t(`becomes.${kind}.text`)}</dd>
        </div>
      ))}
    </dl>
  );
}
