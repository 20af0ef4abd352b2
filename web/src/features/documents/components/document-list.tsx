/** List of uploaded documents with status and actions. */
import { BriefcaseBusiness, File, FileText, Mail, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText, serverSentence } from "@/api/errors";
import { stageText } from "@/api/operation-stages";
import { Badge } from "@/components/ui/badge";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Progress } from "@/components/ui/progress";
import { useToast } from "@/components/ui/toast-context";
import { formatDate } from "@/lib/format";

import { useRemoveDocument, useRetryDocument } from "../api/change-document";
import type { InterviewDocument, DocumentProgress } from "../api/types";
import { formatFileSize } from "../lib/file-size";
import { namesOtherPerson } from "../lib/other-person";
import { drawnShare } from "../lib/upload-step";
import { DocumentStatus } from "./document-status";
import { OtherPersonActions } from "./other-person-actions";

const ICONS = {
  cv: FileText,
  cover_letter: Mail,
  job_description: BriefcaseBusiness,
  unsupported: File,
};

interface DocumentListProps {
  documents: readonly InterviewDocument[];
  /** The document whose text counts for the record, if there is one. */
  currentId?: string | null;
  onOpen: (document: InterviewDocument) => void;
  /** Called when a document was added to its profile after all. */
  onMerged: () => void;
}

export function DocumentList({ documents, currentId = null, onOpen, onMerged }: DocumentListProps) {
  const { t } = useTranslation("documents");
  if (documents.length === 0) return null;
  return (
    <ul className="-mx-2 flex flex-col" aria-label={t("list.label")}>
      {documents.map((document) => (
        <li key={document._id}>
          {document.processingStatus === "completed" ? (
            <div className="flex items-start">
              <button
                type="button"
                onClick={() => onOpen(document)}
                className="flex min-w-0 grow items-start gap-2.5 rounded-md px-2 py-2 text-left hover:bg-hover"
              >
                <DocumentRow document={document} isCurrent={document._id === currentId} />
              </button>
              {document.isRetryable && (
                <span className="py-2">
                  <RetryButton document={document} />
                </span>
              )}
              {namesOtherPerson(document) && (
                <span className="flex shrink-0 py-2">
                  <OtherPersonActions document={document} onMerged={onMerged} />
                  <RemoveButton document={document} />
                </span>
              )}
            </div>
          ) : (
            <div className="flex items-start gap-2.5 px-2 py-2">
              <DocumentRow document={document} isCurrent={false} />
              <UnreadActions document={document} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

interface DocumentRowProps {
  document: InterviewDocument;
  isCurrent: boolean;
}

function DocumentRow({ document, isCurrent }: DocumentRowProps) {
  const { t } = useTranslation("documents");
  const type = document.detectedType?.type ?? null;
  const Icon = type === null ? File : ICONS[type];
  const problem =
    document.processingError && serverSentence(document.errorCode ?? "", document.processingError);
  return (
    <>
      <Icon size={17} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2">
          <span className="min-w-0 grow truncate font-medium" title={document.originalName}>
            {document.originalName}
          </span>
          {isCurrent && <Badge tone="accent">{t("list.current")}</Badge>}
          <DocumentStatus status={document.processingStatus} />
        </span>
        <span className="block text-sm text-muted">
          {[
            type === null ? null : t(`types.${type}`),
            formatFileSize(t, document.fileSize),
            formatDate(document.createdAt),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {problem && <span className="mt-0.5 block text-sm text-danger-ink">{problem}</span>}
        {document.assessmentStatus === "failed" && (
          <span className="mt-0.5 block text-sm text-danger-ink">{t("list.notAssessed")}</span>
        )}
        {namesOtherPerson(document) && (
          <span className="mt-0.5 block text-sm text-warning-ink">{t("otherPerson.row")}</span>
        )}
        {document.sameAsId && (
          <span className="mt-0.5 block text-sm text-muted">{t("list.sameAs")}</span>
        )}
        {document.progress && document.processingStatus !== "failed" && (
          <ProcessingProgress progress={document.progress} />
        )}
      </span>
    </>
  );
}

/** Processing progress, also of documents that continue in the background. */
function ProcessingProgress({ progress }: { progress: DocumentProgress }) {
  const { t } = useTranslation(["documents", "common"]);
  const ahead = progress.queuePosition ?? 0;
  const text = ahead > 0 ? t("common:queueAhead", { count: ahead }) : stageText(progress.stage);
  return (
    <span className="mt-1.5 flex flex-col gap-1">
      <span className="text-sm text-muted">{text}</span>
      <Progress share={drawnShare(progress.stage, progress.share)} label={text} />
    </span>
  );
}

/** Processes a failed document again, or requests its missing assessment again. */
function RetryButton({ document }: { document: InterviewDocument }) {
  const { t } = useTranslation("documents");
  const toast = useToast();
  const retry = useRetryDocument();
  return (
    <IconButton
      label={t("list.retryOne", { name: document.originalName })}
      icon={RotateCw}
      size="sm"
      disabled={retry.isPending}
      onClick={() =>
        retry.mutate(document._id, {
          onError: (error) => toast.show(errorText(error, t("list.retryFailed")), "error"),
        })
      }
    />
  );
}

/** Actions for a failed document, or one whose processing is not waited for. */
function UnreadActions({ document }: { document: InterviewDocument }) {
  return (
    <span className="-mr-1.5 flex shrink-0">
      {document.isRetryable && <RetryButton document={document} />}
      <RemoveButton document={document} />
    </span>
  );
}

/** Removes a document after a question. */
function RemoveButton({ document }: { document: InterviewDocument }) {
  const { t } = useTranslation("documents");
  const remove = useRemoveDocument();
  const [isAsking, setIsAsking] = useState(false);
  const name = document.originalName;
  return (
    <>
      <IconButton
        label={t("removal.label", { name })}
        icon={Trash2}
        size="sm"
        onClick={() => setIsAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => {
          setIsAsking(open);
          if (!open) remove.reset();
        }}
        title={t("removal.question", { name })}
        confirmLabel={t("removal.confirm")}
        busyLabel={t("removal.busy")}
        busy={remove.isPending}
        error={remove.isError ? t("removal.failed") : null}
        onConfirm={() => remove.mutate(document._id, { onSuccess: () => setIsAsking(false) })}
      >
        {t("removal.text")}
      </ConfirmDialog>
    </>
  );
}
