/** Change history of a record: author, time, cause and changed fields. */
import { useQuery } from "@tanstack/react-query";
import { FilePlus2, GitMerge, History, PencilLine, Sparkles } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import {
  recordHistoryQuery,
  type FieldChange,
  type RecordChange,
  type RecordKind,
} from "@/api/record-history";
import { PagedList } from "@/components/paged-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDateTime } from "@/lib/format";
import { entryText, listChanges } from "@/lib/list-changes";
import { fieldLabel } from "@/lib/record-fields";

const ICONS = { created: FilePlus2, merged: GitMerge, edited: PencilLine, assessed: Sparkles };
/** Changes shown per entry before 'more': a first import changes nearly every field. */
const SHOWN_CHANGES = 6;
const LONG_TEXT = 180;

interface RecordHistoryProps {
  kind: RecordKind;
  recordId: string;
  onDocument: (document: { _id: string; originalName: string }) => void;
}

export function RecordHistory({ kind, recordId, onDocument }: RecordHistoryProps) {
  const { t } = useTranslation("records");
  const [page, setPage] = useState(1);
  const history = useQuery(recordHistoryQuery(kind, recordId, page));
  return (
    <PagedList
      list={history}
      page={page}
      onPage={setPage}
      failedTitle={t("history.failed")}
      pagesLabel={t("history.pages")}
      skeleton={
        <div role="status" aria-label={t("history.loading")} className="flex flex-col gap-4">
          {["a", "b", "c"].map((key) => (
            <Skeleton key={key} className="h-20" />
          ))}
        </div>
      }
      empty={
        <EmptyState icon={History} title={t("history.empty")}>
          {t("history.emptyText")}
        </EmptyState>
      }
    >
      {(changes) => (
        <ol className="flex max-w-3xl flex-col">
          {changes.map((change) => (
            <Change key={change._id} change={change} onDocument={onDocument} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

interface ChangeProps {
  change: RecordChange;
  onDocument: RecordHistoryProps["onDocument"];
}

function Change({ change, onDocument }: ChangeProps) {
  const { t } = useTranslation("records");
  const [isWhole, setIsWhole] = useState(false);
  const { cause, actorName, documentId, documentName, changes } = change;
  const Icon = ICONS[cause];
  const shown = isWhole ? changes : changes.slice(0, SHOWN_CHANGES);
  return (
    <li className="group relative flex gap-4 pb-6">
      <span
        aria-hidden
        className="absolute top-8 bottom-0 left-3.5 w-px bg-line group-last:hidden"
      />
      <span
        aria-hidden
        className="relative flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink"
      >
        <Icon size={14} />
      </span>
      <div className="min-w-0 grow pt-0.5">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h3 className="font-medium">{t(`history.causes.${cause}`)}</h3>
          <p className="text-sm text-muted">
            {actorName === null ? t("history.byServer") : t("history.by", { name: actorName })}
            {" · "}
            <time dateTime={change.createdAt}>{formatDateTime(change.createdAt)}</time>
          </p>
        </div>
        {documentId !== null && documentName !== "" && (
          <button
            type="button"
            className="touch-target max-w-full text-left break-words text-accent-ink underline-offset-2 hover:underline"
            onClick={() => onDocument({ _id: documentId, originalName: documentName })}
          >
            {documentName}
          </button>
        )}
        <dl className="mt-2 flex flex-col gap-2">
          {shown.map((field) => (
            <div key={field.path} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-sm text-muted">{fieldLabel(t, field.path)}</dt>
              <dd className="min-w-0 break-words">
                <Field field={field} />
              </dd>
            </div>
          ))}
        </dl>
        {changes.length > shown.length && (
          <button
            type="button"
            className="touch-target mt-2 text-sm font-medium text-muted hover:text-ink"
            onClick={() => setIsWhole(true)}
          >
            {t("history.moreChanges", { count: changes.length - shown.length })}
          </button>
        )}
      </div>
    </li>
  );
}

function Field({ field: { before, after } }: { field: FieldChange }) {
  if (Array.isArray(before) || Array.isArray(after)) {
    return (
      <ListChange
        before={Array.isArray(before) ? before : []}
        after={Array.isArray(after) ? after : []}
      />
    );
  }
  const [old, now] = [before, after].map((value) =>
    value === null || value === undefined ? "" : entryText(value),
  );
  return (
    <div className="flex flex-col">
      {old && <Text word="before" text={old} />}
      {now && <Text word="after" text={now} />}
    </div>
  );
}

function Text({ word, text }: { word: "before" | "after"; text: string }) {
  const { t } = useTranslation("records");
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > LONG_TEXT;
  const shown = isLong && !isWhole ? `${text.slice(0, LONG_TEXT).trimEnd()}…` : text;
  const words = (
    <>
      <span className="sr-only">{t(`history.${word}`)} </span>
      {shown}
    </>
  );
  return (
    <div>
      {word === "before" ? (
        <del className="text-muted decoration-line-strong">{words}</del>
      ) : (
        <ins className="whitespace-pre-line no-underline">{words}</ins>
      )}
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="touch-target ml-2 text-sm font-medium text-muted hover:text-ink"
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? "history.less" : "history.more")}
        </button>
      )}
    </div>
  );
}

function ListChange({ before, after }: { before: unknown[]; after: unknown[] }) {
  const { t } = useTranslation("records");
  const { added, removed } = listChanges(before, after);
  return (
    <ul className="flex flex-col gap-0.5">
      {removed.map((entry, index) => (
        <li key={`-${index}`}>
          <span className="sr-only">{t("history.removed")} </span>
          <del className="text-muted decoration-line-strong">{entryText(entry)}</del>
        </li>
      ))}
      {added.map((entry, index) => (
        <li key={`+${index}`}>
          <span className="sr-only">{t("history.added")} </span>
          <span aria-hidden className="text-accent-ink">
            +{" "}
          </span>
          {entryText(entry)}
        </li>
      ))}
    </ul>
  );
}
