/** Read-only candidate profile in the recruiter room. */
import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";

import { roomCandidateQuery, type CandidateReference, type RoomCandidate } from "../api/profiles";

interface CandidatePanelProps {
  interview: CandidateReference;
  /** The read-only profile, as Interview HQ shows it. */
  renderProfile: (candidate: RoomCandidate) => ReactNode;
}

export function CandidatePanel({ interview, renderProfile }: CandidatePanelProps) {
  const { t } = useTranslation("rooms");
  const { data, error, refetch } = useQuery(roomCandidateQuery(interview));
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="m-4 h-40" />
    ) : (
      <ErrorState title={t("profile.failed")} error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === null) {
    return (
      <EmptyState icon={UserRound} title={t("profile.none")}>
        {t("profile.noneHint")}
      </EmptyState>
    );
  }
  return (
    <article className="flex flex-col gap-5 p-4">
      <header>
        <h2 className="text-lg font-semibold">{data.name}</h2>
        {data.currentPosition && <p className="text-muted">{data.currentPosition}</p>}
      </header>
      {renderProfile(data)}
    </article>
  );
}
