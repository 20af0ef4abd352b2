import { BriefcaseBusiness, File, FileText, Mail } from "lucide-react";

import { StatusBadge } from "@/components/ui/status-badge";
import { DOCUMENT_STATUS } from "@/components/ui/status-tones";
import { formatDate } from "@/lib/format";

import type { InterviewDocument } from "../api/types";
import { documentTypeLabel, formatFileSize } from "../lib/file-rules";

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
  if (documents.length === 0) return null;
  return (
    <ul className="-mx-2 flex flex-col" aria-label="Uploaded documents">
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
          <StatusBadge status={document.processingStatus} looks={DOCUMENT_STATUS} />
        </span>
        <span className="block text-sm text-muted">
          {[
            type === null ? null : documentTypeLabel(type),
            formatFileSize(document.fileSize),
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
