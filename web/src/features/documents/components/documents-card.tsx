/** Documents card of an interview or a record: upload, paste, list. */
import { CircleCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import type { ProcessedDocument } from "@/api/types";
import { AlertMessage } from "@/components/ui/alert-message";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { UpgradeModal } from "@/components/upgrade-modal";

import { ownDocumentsQuery, type DocumentsOwner } from "../api/documents-query";
import type { InterviewDocument } from "../api/types";
import { useDocumentUploads } from "../hooks/use-document-uploads";
import { useLiveDocuments } from "../hooks/use-live-documents";
import { PASTED_TYPES } from "../lib/pasted-text";
import { DocumentList } from "./document-list";
import { DropZone } from "./drop-zone";
import { PasteForm } from "./paste-form";
import { UploadProgress } from "./upload-progress";

/** Loaded when the first document is opened. */
const DocumentViewer = lazy(async () => ({
  default: (await import("./document-viewer")).DocumentViewer,
}));

interface DocumentsCardProps {
  owner: DocumentsOwner;
  /** The document whose text counts for the record, if there is one. */
  currentId?: string | null;
  /**
   * Called for every processed document, so that what it changed is reloaded; null if the document
   * finished in the background.
   */
  onProcessed: (result: ProcessedDocument | null) => void;
}

export function DocumentsCard({ owner, currentId = null, onProcessed }: DocumentsCardProps) {
  const { t } = useTranslation("documents");
  const documents = useLiveDocuments(ownDocumentsQuery(owner), () => onProcessed(null));
  const uploads = useDocumentUploads(owner, onProcessed);
  const [opened, setOpened] = useState<InterviewDocument | null>(null);
  const isBusy = uploads.current !== null;
  return (
    <Card title={t("title")} bodyClassName="flex flex-col gap-3">
      <DropZone
        kind={owner.kind}
        disabled={isBusy}
        onFiles={(files) => void uploads.uploadFiles(files)}
      />
      <UploadProgress uploads={uploads} />
      {uploads.updated && (
        <p role="status" className="flex items-center gap-2 text-success-ink">
          <CircleCheck size={16} aria-hidden /> {uploads.updated}
        </p>
      )}
      <PasteForm types={PASTED_TYPES[owner.kind]} disabled={isBusy} onAdd={uploads.addText} />
      {documents.isPending && <Skeleton className="h-11" />}
      {documents.isError && (
        <p role="alert" className="text-danger-ink">
          {errorText(documents.error, t("list.failed"))}{" "}
          <button type="button" className="underline" onClick={() => void documents.refetch()}>
            {t("list.retry")}
          </button>
        </p>
      )}
      {documents.data?.length === 0 && owner.kind !== "interviews" && (
        <p className="text-muted">{t("list.noneText")}</p>
      )}
      {documents.data && (
        <DocumentList
          documents={documents.data}
          currentId={currentId}
          onOpen={setOpened}
          onMerged={() => onProcessed(null)}
        />
      )}
      {opened && (
        <Suspense fallback={null}>
          <DocumentViewer document={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      <AlertMessage message={uploads.alert} onClose={uploads.dismissAlert} />
      <UpgradeModal
        open={uploads.isAllowanceOver}
        onOpenChange={(open) => !open && uploads.dismissAllowance()}
        reason="documents"
      />
    </Card>
  );
}
