/** Dialog that shows a document: original, text and extracted information. */
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { EvidenceProvider } from "@/components/evidence-provider";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import type { Span } from "@/lib/evidence";
import { formatDate } from "@/lib/format";

import { documentQuery, pagesQuery } from "../api/documents-query";
import type { DocumentDetail, InterviewDocument } from "../api/types";
import { formatFileSize } from "../lib/file-size";
import { DocumentPages } from "./document-pages";
import { DocumentStatus } from "./document-status";
import { DocumentText } from "./document-text";
import { FlagsNotice } from "./flags-notice";
import { DownloadButton } from "./original-document";
import { ParsedData } from "./parsed-data";

interface DocumentViewerProps {
  document: Pick<InterviewDocument, "_id" | "originalName"> | null;
  /** Places in the text to show first, if requested. */
  spans?: readonly Span[];
  onClose: () => void;
}

export function DocumentViewer({ document, spans = [], onClose }: DocumentViewerProps) {
  const { t } = useTranslation("documents");
  return (
    <Dialog
      open={document !== null}
      onOpenChange={(open) => !open && onClose()}
      title={document?.originalName ?? t("viewer.title")}
      width="xl"
    >
      {document && <DocumentContent key={document._id} documentId={document._id} spans={spans} />}
    </Dialog>
  );
}

type View = "parsed" | "text" | "original";

function DocumentContent({ documentId, spans }: { documentId: string; spans: readonly Span[] }) {
  const { t } = useTranslation("documents");
  const { data, error, isPending, isFetching, refetch } = useQuery(documentQuery(documentId));
  const [view, setView] = useState<View>(spans.length > 0 ? "text" : "parsed");
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
        title={t("viewer.failed")}
        message={errorText(error, t("viewer.readFailed"))}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <EvidenceProvider source={data} initialSpans={spans} onOpen={() => setView("text")}>
      <div className="flex flex-col gap-4">
        <Facts document={data} />
        <Views document={data} view={view} onView={setView} />
      </div>
    </EvidenceProvider>
  );
}

interface ViewsProps {
  document: DocumentDetail;
  view: View;
  onView: (view: View) => void;
}

function Views({ document, view, onView }: ViewsProps) {
  const { t } = useTranslation("documents");
  const pages = useQuery({
    ...pagesQuery(document._id),
    enabled: document.mimeType === "application/pdf",
  });
  const hasPages = (pages.data?.length ?? 0) > 0;
  return (
    <>
      <FlagsNotice flags={document.flags} />
      <Tabs
        label={t("viewer.views")}
        value={view}
        onChange={onView}
        panelClassName="pt-4"
        tabs={[
          {
            value: "parsed",
            label: t("viewer.parsed"),
            content: document.parsedData ? (
              <ParsedData data={document.parsedData} />
            ) : (
              <p className="text-muted">{t("viewer.nothingParsed")}</p>
            ),
          },
          {
            value: "text",
            label: t("viewer.rawText"),
            content: (
              <DocumentText
                document={document}
                className="max-h-[55dvh] rounded-lg border border-line bg-ground"
              />
            ),
          },
          ...(hasPages
            ? [
                {
                  value: "original" as const,
                  label: t("viewer.original"),
                  content: (
                    <div className="rounded-lg bg-sunken">
                      <DocumentPages document={document} pages={pages.data ?? []} />
                    </div>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
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
    <div className="flex items-start gap-2">
      <dl className="grid grow grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-5">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="mt-0.5 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <DownloadButton documentId={document._id} name={document.originalName} />
    </div>
  );
}
