/** Source document next to a record: pages, text or extracted information. */
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { use, useState } from "react";
import { useTranslation } from "react-i18next";

import { ShownEvidenceContext } from "@/components/evidence-context";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast-context";
import { buildExcerpt } from "@/lib/evidence";
import { saveFile } from "@/lib/save-file";

import { useDownloadDocument } from "../api/change-document";
import { documentQuery, pagesQuery } from "../api/documents-query";
import type { DocumentDetail, InterviewDocument } from "../api/types";
import { DocumentPages } from "./document-pages";
import { DocumentText } from "./document-text";

interface OriginalDocumentProps {
  documents: readonly InterviewDocument[];
  documentId: string;
  onDocument: (documentId: string) => void;
}

export function OriginalDocument({ documents, documentId, onDocument }: OriginalDocumentProps) {
  const { t } = useTranslation("documents");
  const document = useQuery(documentQuery(documentId));
  const { opened } = use(ShownEvidenceContext);
  const [picked, setPicked] = useState<{ view: "original" | "text"; opened: number } | null>(null);
  const pages = useQuery({
    ...pagesQuery(documentId),
    enabled: document.data?.mimeType === "application/pdf",
  });
  const hasPages = (pages.data?.length ?? 0) > 0;
  // A requested place opens the text; a chosen view applies until the next request.
  const preferred =
    picked !== null && picked.opened === opened ? picked.view : opened > 0 ? "text" : "original";
  const view = hasPages ? preferred : "text";
  const name = documents.find(({ _id }) => _id === documentId)?.originalName ?? "";
  return (
    <section
      aria-label={t("viewer.title")}
      className="flex h-full min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex min-h-12 items-center gap-2 border-b border-line px-3 py-1.5">
        {documents.length > 1 ? (
          <Select
            className="min-w-0 grow"
            aria-label={t("viewer.choose")}
            value={documentId}
            onChange={onDocument}
            options={documents.map(({ _id, originalName }) => ({
              value: _id,
              label: originalName,
            }))}
          />
        ) : (
          <h2 className="min-w-0 grow truncate font-medium" title={name}>
            {name}
          </h2>
        )}
        {hasPages && (
          <Segmented
            label={t("viewer.views")}
            value={view}
            onChange={(next) => setPicked({ view: next, opened })}
            options={[
              { value: "original", label: t("viewer.original") },
              { value: "text", label: t("viewer.text") },
            ]}
          />
        )}
        <DownloadButton documentId={documentId} name={name} />
      </header>
      {document.data ? (
        view === "text" ? (
          <DocumentText document={document.data} className="min-h-0 grow" />
        ) : (
          <div className="relative min-h-0 grow">
            <Excerpt document={document.data} />
            <div
              role="region"
              aria-label={t("viewer.original")}
              // Focusable, so that the pages can be scrolled by keyboard.
              // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              className="h-full overflow-auto bg-sunken"
            >
              <DocumentPages document={document.data} pages={pages.data ?? []} />
            </div>
          </div>
        )
      ) : document.isPending ? (
        <div aria-busy="true" className="p-4">
          <Skeleton className="h-96" />
        </div>
      ) : (
        <ErrorState
          title={t("viewer.failed")}
          message={null}
          retrying={document.isFetching}
          onRetry={() => void document.refetch()}
        />
      )}
    </section>
  );
}

/** Excerpt of the highlighted place, because images cannot be highlighted. */
function Excerpt({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation(["documents", "common"]);
  const { spans } = use(ShownEvidenceContext);
  const excerpt = buildExcerpt(document.rawText, spans);
  if (excerpt === null) return null;
  return (
    <p className="pointer-events-none absolute inset-x-0 top-0 z-10 animate-appear truncate border-b border-line bg-accent-soft px-3 py-2 text-sm shadow-xs">
      <span className="sr-only">{t("common:labeled", { label: t("viewer.foundAt") })} </span>
      {excerpt.before}
      <mark className="bg-transparent font-semibold text-accent-ink">{excerpt.found}</mark>
      {excerpt.after}
    </p>
  );
}

export function DownloadButton({ documentId, name }: { documentId: string; name: string }) {
  const { t } = useTranslation("documents");
  const toast = useToast();
  const download = useDownloadDocument();
  return (
    <IconButton
      label={t("viewer.download", { name })}
      icon={Download}
      size="sm"
      disabled={download.isPending}
      onClick={() =>
        download.mutate(documentId, {
          onSuccess: (file) => saveFile(file.content, file.name ?? name),
          onError: () => toast.show(t("viewer.downloadFailed"), "error"),
        })
      }
    />
  );
}
