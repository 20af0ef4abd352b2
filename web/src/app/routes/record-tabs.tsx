/** Tabs of a record: the fields next to their source document, documents, interviews, matches, history. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import type { RecordKind } from "@/api/record-history";
import { EvidenceProvider } from "@/components/evidence-provider";
import { RecordHistory } from "@/components/record-history";
import { RecordCard } from "@/components/record-page";
import { Card } from "@/components/ui/card";
import { Tabs } from "@/components/ui/tabs";
import { documentQuery, ownDocumentsQuery } from "@/features/documents/api/documents-query";
import { DocumentViewer } from "@/features/documents/components/document-viewer";
import { DocumentsCard } from "@/features/documents/components/documents-card";
import { FlagsNotice } from "@/features/documents/components/flags-notice";
import { OriginalDocument } from "@/features/documents/components/original-document";
import { mainDocument } from "@/features/documents/lib/main-document";
import { useMediaQuery } from "@/hooks/use-media-query";
import type { Span } from "@/lib/evidence";

const TABS = ["record", "documents", "interviews", "matches", "history"] as const;
type TabName = (typeof TABS)[number];

/** From this width on, the document shows next to the record. */
const WIDE = "(min-width: 80rem)";

interface Viewed {
  document: { _id: string; originalName: string };
  spans: readonly Span[];
}

interface RecordTabsProps {
  kind: RecordKind;
  recordId: string;
  recordLabel: string;
  /** The document whose text counts. */
  documentId: string | null;
  /** Renders the page around the tabs. */
  frame: (parts: ReactNode) => ReactNode;
  record: ReactNode;
  interviews: ReactNode;
  matches: ReactNode;
}

export function RecordTabs(props: RecordTabsProps) {
  const { kind, recordId, recordLabel } = props;
  const { t } = useTranslation("records");
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get("tab")) ?? "record";
  const isWide = useMediaQuery(WIDE);
  const documents = useQuery(ownDocumentsQuery({ kind, id: recordId }));
  const read = documents.data?.filter(({ processingStatus }) => processingStatus === "completed");
  const [picked, setPicked] = useState<string | null>(null);
  const shown =
    read?.find(({ _id }) => _id === picked) ?? mainDocument(read ?? [], props.documentId);
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
  // Where the document is not next to the record, open it in a dialog.
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
      <div className="max-w-3xl">
        <DocumentsCard
          owner={{ kind, id: recordId }}
          currentId={props.documentId}
          onProcessed={() => void client.invalidateQueries({ queryKey: [kind] })}
        />
      </div>
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
