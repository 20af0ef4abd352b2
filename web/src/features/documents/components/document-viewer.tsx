import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDate } from "@/lib/format";

import { documentQuery } from "../api/documents-query";
import type { DocumentDetail, InterviewDocument } from "../api/types";
import { formatFileSize } from "../lib/file-size";
import { DocumentStatus } from "./document-status";

interface DocumentViewerProps {
  document: InterviewDocument | null;
  onClose: () => void;
}

export function DocumentViewer({ document, onClose }: DocumentViewerProps) {
  const { t } = useTranslation("documents");
  return (
    <Dialog
      open={document !== null}
      onOpenChange={(open) => !open && onClose()}
      title={document?.originalName ?? t("viewer.title")}
      width="xl"
    >
      {document && <DocumentContent documentId={document._id} />}
    </Dialog>
  );
}

function DocumentContent({ documentId }: { documentId: string }) {
  const { t } = useTranslation("documents");
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
    return <ErrorState title={t("viewer.failed")} message={null} onRetry={() => void refetch()} />;
  }
  return (
    <div className="flex flex-col gap-5">
      <Facts document={data} />
      {data.parsedData && (
        <Text heading={t("viewer.parsed")}>{JSON.stringify(data.parsedData, null, 2)}</Text>
      )}
      <Text heading={t("viewer.rawText")}>{data.rawText || t("viewer.noText")}</Text>
    </div>
  );
}

function Facts({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation("documents");
  const facts: [string, ReactNode][] = [
    [t("viewer.file"), document.originalName],
    [t("viewer.type"), t(`types.${document.detectedType?.type ?? "unknown"}`)],
    [t("viewer.size"), formatFileSize(t, document.fileSize)],
    [t("viewer.uploaded"), formatDate(document.createdAt)],
    [t("viewer.status"), <DocumentStatus key="s" status={document.processingStatus} />],
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
