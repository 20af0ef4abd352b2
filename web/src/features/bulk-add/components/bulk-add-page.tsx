import { Upload as UploadIcon } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBeforeUnload, useBlocker } from "react-router";

import { readSessionToken } from "@/api/session-token";
import { FileDropZone } from "@/components/file-drop-zone";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { PageHeader } from "@/components/ui/page-header";
import { UpgradeModal } from "@/components/upgrade-modal";
import { ACCEPTED_DOCUMENTS } from "@/lib/document-files";

import { useUploadQueue } from "../hooks/use-upload-queue";
import { summarize } from "../lib/uploads";
import { Files } from "./files-table";
import { PasteText } from "./paste-text";
import { UploadOutcome } from "./upload-outcome";

/** Many documents at once: each is read and added by itself, one after the other. */
export function BulkAddPage() {
  const { t } = useTranslation("bulk");
  const queue = useUploadQueue();
  const [pasted, setPasted] = useState(0);
  const summary = summarize(queue.uploads);
  const retryable = queue.uploads.filter(({ status, canRetry }) => status === "failed" && canRetry);
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5">
      <PageHeader title={t("title")} description={t("description")} />
      <div className="flex flex-col gap-3">
        <FileDropZone
          label={t("drop.input")}
          accept={ACCEPTED_DOCUMENTS}
          onFiles={queue.add}
          className="bg-surface [&>button]:py-10"
        >
          <UploadIcon size={24} strokeWidth={1.75} className="mb-3 text-accent-ink" aria-hidden />
          <span className="text-md font-medium">
            {t("drop.text")} <span className="text-accent-ink underline">{t("drop.browse")}</span>
          </span>
          <span className="mt-1 text-muted">{t("drop.kinds")}</span>
          <span className="mt-1 text-sm text-faint">{t("drop.limits")}</span>
        </FileDropZone>
        <PasteText
          onAdd={(text) => {
            queue.addText(text, t("paste.name", { number: pasted + 1 }));
            setPasted(pasted + 1);
          }}
        />
      </div>
      {queue.uploads.length > 0 ? (
        <section className="flex flex-col gap-3">
          <h2 className="text-md font-semibold">{t("files.title")}</h2>
          <Files
            uploads={queue.uploads}
            progress={queue.progress}
            onRetry={({ id }) => queue.retry([id])}
            onRemove={queue.remove}
          />
          <UploadOutcome
            summary={summary}
            isPaused={queue.isPaused}
            onResume={queue.resume}
            onRetryFailed={
              retryable.length > 0 ? () => queue.retry(retryable.map(({ id }) => id)) : null
            }
          />
        </section>
      ) : (
        <WhatHappens />
      )}
      <UpgradeModal
        open={queue.isLimitReached}
        onOpenChange={(open) => !open && queue.dismissLimit()}
        reason="documents"
      />
      <LeaveGuard isBusy={summary.isBusy} />
    </div>
  );
}

const OUTCOMES = ["cv", "letter", "job", "again"] as const;

/** What becomes of a document, before the first is there. */
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

/** Files live in this page alone until they are read: leaving it must not lose them unasked. */
function LeaveGuard({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation("bulk");
  // Without a session nothing can be read any more: nobody is held back at a sign-out.
  const blocker = useBlocker(() => isBusy && readSessionToken() !== null);
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isBusy) event.preventDefault();
      },
      [isBusy],
    ),
  );
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={t("leave.title")}
      confirmLabel={t("leave.confirm")}
      cancelLabel={t("leave.stay")}
      onConfirm={() => blocker.proceed?.()}
    >
      {t("leave.text")}
    </ConfirmDialog>
  );
}
