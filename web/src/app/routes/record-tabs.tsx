/** Tabs of a record: the fields next to their source document, documents, interviews, matches, history. */
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import type { RecordKind } from "@/api/record-history";
import { EvidenceProvider } from "@/components/evidence-provider";
import { RecordHistory } from "@/components/record-history";
import { RecordCard } from "@/components/record-page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { documentQuery, recordDocumentsQuery } from "@/features/documents/api/documents-query";
import type { InterviewDocument } from "@/features/documents/api/types";
import { DocumentList } from "@/features/documents/components/document-list";
import { DocumentViewer } from "@/features/documents/components/document-viewer";
import { FlagsNotice } from "@/features/documents/components/flags-notice";
import { OriginalDocument } from "@/features/documents/components/original-document";
import { mainDocument } from "@/features/documents/lib/main-document";
import { useMediaQuery } from "@/hooks/use-media-query";
import type { Span } from "@/lib/evidence";

const TABS = ["record", "documents", "interviews", "matches", "history"] as const;
type TabName = (typeof TABS)[number];

/** From this width on, the document shows beside the record. */
const WIDE = "(min-width: 80rem)";

interface Viewed {
  document: { _id: string; originalName: string };
  spans: readonly Span[];
}

interface RecordTabsProps {
  kind: RecordKind;
  recordId: string;
  recordLabel: string;
  /** Renders the page around the tabs. */
  frame: (parts: ReactNode) => ReactNode;
  record: ReactNode;
  interviews: ReactNode;
  matches: ReactNode;
}

export function RecordTabs(props: RecordTabsProps) {
  const { kind, recordId, recordLabel } = props;
  const { t } = useTranslation("records");
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get("tab")) ?? "record";
  const isWide = useMediaQuery(WIDE);
  const documents = useQuery(recordDocumentsQuery(kind, recordId));
  const read = documents.data?.filter(({ processingStatus }) => processingStatus === "completed");
  const [picked, setPicked] = useState<string | null>(null);
  const shown = read?.find(({ _id }) => _id === picked) ?? mainDocument(read ?? []);
  const content = useQuery({ ...documentQuery(shown?._id ?? ""), enabled: shown !== null });
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const openTab = (next: TabName) =>
    setSearch(
      (old) => {
        const kept = new URLSearchParams(old);
        if (next === "record") kept.delete("tab");
        else kept.set("tab", next);
        return kept;
      },
      { replace: true },
    );
  // Where the document is not beside the record, open it in a dialog.
  const onOpen = (spans: readonly Span[]) => {
    if (shown === null) return;
    if (!isWide || tab !== "record") setViewed({ document: shown, spans });
  };
  const flags = content.data?.flags ?? [];
  const isBeside = isWide && shown !== null;
  const record = (
    <div
      className={
        isBeside ? "grid grid-cols-[minmax(0,1fr)_minmax(0,38rem)] items-start gap-5" : undefined
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        <FlagsNotice flags={flags} />
        <RecordCard heading={recordLabel}>{props.record}</RecordCard>
      </div>
      {isBeside && (
        <div className="sticky top-18 h-[calc(100dvh-5.5rem)]">
          <OriginalDocument documents={read ?? []} documentId={shown._id} onDocument={setPicked} />
        </div>
      )}
    </div>
  );
  const parts: Record<TabName, ReactNode> = {
    record,
    documents: (
      <Card title={t("page.documents")}>
        <Documents query={documents} onOpen={(document) => setViewed({ document, spans: [] })} />
      </Card>
    ),
    interviews: props.interviews,
    matches: props.matches,
    history: (
      <Card title={t("page.history")}>
        <RecordHistory
          kind={kind}
          recordId={recordId}
          onDocument={(document) => setViewed({ document, spans: [] })}
        />
      </Card>
    ),
  };
  const count = documents.data?.length ?? 0;
  return (
    <EvidenceProvider source={content.data ?? null} onOpen={onOpen}>
      {props.frame(
        <Tabs
          label={t("page.tabs")}
          value={tab}
          onChange={openTab}
          panelClassName="pt-4"
          tabs={TABS.map((value) => ({
            value,
            keepMounted: value === "record",
            label:
              value === "record" ? (
                recordLabel
              ) : value === "documents" && count > 0 ? (
                <>
                  {t("page.documents")}{" "}
                  <span className="text-sm font-normal text-muted tabular-nums">{count}</span>
                </>
              ) : (
                t(`page.${value}`)
              ),
            content: parts[value],
          }))}
        />,
      )}
      <DocumentViewer
        document={viewed?.document ?? null}
        spans={viewed?.spans ?? []}
        onClose={() => setViewed(null)}
      />
    </EvidenceProvider>
  );
}

interface DocumentsProps {
  query: UseQueryResult<InterviewDocument[]>;
  onOpen: (document: InterviewDocument) => void;
}

function Documents({ query, onOpen }: DocumentsProps) {
  const { t } = useTranslation("documents");
  if (query.isPending) return <Skeleton className="h-24" />;
  if (!query.data) {
    return (
      <ErrorState
        title={t("list.failed")}
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data.length === 0) {
    return (
      <EmptyState icon={FileText} title={t("list.none")}>
        {t("list.noneText")}
      </EmptyState>
    );
  }
  return (
    <div className="max-w-3xl">
      <DocumentList documents={query.data} onOpen={onOpen} />
    </div>
  );
}
