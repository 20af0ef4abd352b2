/** The best matches of a record, and the lines of both documents that explain them. */
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isApiError } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";

import { matchesQuery } from "../api/matches";
import type { MatchedKind, Matches } from "../api/types";
import { MatchRow } from "./match-row";

const FIRST = 5;
const MOST = 20;

interface MatchesPanelProps {
  /** The kind of record: Job HQ shows candidates, Candidate HQ shows job descriptions. */
  kind: MatchedKind;
  recordId: string;
}

export function MatchesPanel({ kind, recordId }: MatchesPanelProps) {
  const { t } = useTranslation("matching");
  const [limit, setLimit] = useState(FIRST);
  const matches = useQuery(matchesQuery(kind, recordId, limit));
  return (
    <Card title={t(`${kind}.title`)}>
      {matches.data ? (
        <MatchList
          kind={kind}
          recordId={recordId}
          limit={limit}
          matches={matches.data}
          isLoadingMore={matches.isPlaceholderData}
          onMore={() => setLimit(MOST)}
        />
      ) : matches.isPending ? (
        <LoadingRows />
      ) : (
        <ErrorState
          className="py-8"
          title={t("failed")}
          error={matches.error}
          message={isApiError(matches.error, "ENGINE_UNAVAILABLE") ? t("engineOff") : undefined}
          retrying={matches.isFetching}
          onRetry={() => void matches.refetch()}
        />
      )}
      <footer className="-mx-4 mt-4 border-t border-line px-4 pt-3">
        <p className="max-w-prose text-xs text-muted">{t("advice")}</p>
      </footer>
    </Card>
  );
}

interface MatchListProps extends MatchesPanelProps {
  limit: number;
  matches: Matches;
  isLoadingMore: boolean;
  onMore: () => void;
}

function MatchList({ kind, recordId, limit, matches, isLoadingMore, onMore }: MatchListProps) {
  const { t } = useTranslation("matching");
  const list = matches.matches;
  if (list.length === 0) {
    return matches.isReady ? (
      <EmptyState icon={Sparkles} title={t(`${kind}.none`)} className="py-8">
        {t(`${kind}.noneText`)}
      </EmptyState>
    ) : (
      <>
        <PendingNote text={t("reading")} />
        <LoadingRows isQuiet />
      </>
    );
  }
  const hasMore = limit === FIRST && (isLoadingMore || list.length === FIRST);
  return (
    <>
      {!matches.isReady && <PendingNote text={t("readingMore")} />}
      <ol className="-mx-4 divide-y divide-line" aria-label={t(`${kind}.title`)}>
        {list.map((match) => (
          <MatchRow key={match.recordId} kind={kind} recordId={recordId} match={match} />
        ))}
      </ol>
      {(hasMore || isLoadingMore) && (
        <Button size="sm" className="mt-3" busy={isLoadingMore} onClick={onMore}>
          {t("more")}
        </Button>
      )}
    </>
  );
}

/** Says that records are still being processed. */
function PendingNote({ text }: { text: string }) {
  return (
    <p role="status" className="mb-3 flex items-center gap-2 text-sm text-muted">
      <Spinner size={14} />
      {text}
    </p>
  );
}

function LoadingRows({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t } = useTranslation("matching");
  return (
    <div
      className="flex flex-col gap-5 py-2"
      role={isQuiet ? undefined : "status"}
      aria-label={isQuiet ? undefined : t("loading")}
      aria-hidden={isQuiet || undefined}
      aria-busy={isQuiet ? undefined : true}
    >
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-4">
          <Skeleton className="h-9 w-14" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
