import { BriefcaseBusiness, File, FileText, Mail } from "lucide-react";
import { useTranslation } from "react-i18next";

import { formatDate } from "@/lib/format";

import type { InterviewDocument } from "../api/types";
import { formatFileSize } from "../lib/file-size";
import { DocumentStatus } from "./document-status";

const ICONS = {
  cv: FileText,
  cover_letter: Mail,
  job_description: BriefcaseBusiness,
  unsupported: File,
};

interface DocumentListProps {
  documents: readonly InterviewDocument[];
  onOpen: (document: InterviewDocument) => void;
}

/** What has been uploaded; a document that was read opens. */
export function DocumentList({ documents, onOpen }: DocumentListProps) {
  const { t } = useTranslation("documents");
  if (documents.length === 0) return null;
  return (
    <ul className="-mx-2 flex flex-col" aria-label={t("list.label")}>
      {documents.map((document) => (
        <li key={document._id}>
          {document.processingStatus === "completed" ? (
            <button
              type="button"
              onClick={() => onOpen(document)}
              className="flex w-full items-start gap-2.5 rounded-md px-2 py-2 text-left hover:bg-hover"
            >
              <DocumentRow document={document} />
            </button>
          ) : (
            <div className="flex items-start gap-2.5 px-2 py-2">
              <DocumentRow document={document} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function DocumentRow({ document }: { document: InterviewDocument }) {
  const { t } = useTranslation("documents");
  const type = document.detectedType?.type ?? null;
  const Icon = type === null ? File : ICONS[type];
  return (
    <>
      <Icon size={17} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2">
          <span className="min-w-0 grow truncate font-medium" title={document.originalName}>
            {document.originalName}
          </span>
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
        {document.processingError && (
          <span className="mt-0.5 block text-sm text-danger-ink">{document.processingError}</span>
        )}
      </span>
    </>
  );
}
