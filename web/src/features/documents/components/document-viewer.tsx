import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import { DOCUMENT_STATUS } from "@/components/ui/status-tones";
import { formatDate } from "@/lib/format";

import { documentQuery } from "../api/documents-query";
import type { DocumentDetail, InterviewDocument } from "../api/types";
import { documentTypeLabel, formatFileSize } from "../lib/file-rules";

interface DocumentViewerProps {
  document: InterviewDocument | null;
  onClose: () => void;
}

export function DocumentViewer({ document, onClose }: DocumentViewerProps) {
  return (
    <Dialog
      open={document !== null}
      onOpenChange={(open) => !open && onClose()}
      title={document?.originalName ?? "Document"}
      width="xl"
    >
      {document && <DocumentContent documentId={document._id} />}
    </Dialog>
  );
}

function DocumentContent({ documentId }: { documentId: string }) {
  const { data, isPending, refetch } = useQuery(documentQuery(documentId));
  if (isPending) {
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-10" />
        <Skeleton className="h-64" />
      </div>
    );
  }
  if (!data) {
    return (
      <ErrorState
        title="Failed to load document content"
        message={null}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <Facts document={data} />
      {data.parsedData && (
        <Text heading="Extracted information">{JSON.stringify(data.parsedData, null, 2)}</Text>
      )}
      <Text heading="Raw text">{data.rawText || "There is no text."}</Text>
    </div>
  );
}

function Facts({ document }: { document: DocumentDetail }) {
  const facts: [string, ReactNode][] = [
    ["File", document.originalName],
    ["Type", documentTypeLabel(document.detectedType?.type)],
    ["Size", formatFileSize(document.fileSize)],
    ["Uploaded", formatDate(document.createdAt)],
    ["Status", <StatusBadge key="s" status={document.processingStatus} looks={DOCUMENT_STATUS} />],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-5">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-0.5 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Text({ heading, children }: { heading: string; children: string }) {
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium">{heading}</h3>
      <pre
        // A long text scrolls, so that it must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs whitespace-pre-wrap"
      >
        {children}
      </pre>
    </section>
  );
}
