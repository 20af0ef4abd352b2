/** Route /room/candidate/{candidateToken}, which needs no sign-in. */
import { useQuery } from "@tanstack/react-query";
import { CalendarX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { errorText, isApiError, NETWORK_ERROR } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useDocumentTitle } from "@/hooks/use-document-title";

import { candidateInterviewQuery } from "../api/candidate-room";
import { candidateConnectionLabel } from "../lib/connection-label";
import { CandidateHeader } from "./candidate-header";
import { CandidateRoom } from "./candidate-room";
import { RoomMessage } from "./room-message";

export function CandidateRoomRoute() {
  const { t } = useTranslation("rooms");
  const { candidateToken = "" } = useParams();
  const { data, error, status, refetch, isFetching } = useQuery(
    candidateInterviewQuery(candidateToken),
  );
  useDocumentTitle(t("candidate.pageTitle"));

  if (data !== undefined) {
    return <CandidateRoom key={data._id} candidateToken={candidateToken} interview={data} />;
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <CandidateHeader connection={candidateConnectionLabel(status, "idle", "idle")} />
      {error === null ? (
        <main className="flex grow items-center justify-center gap-3 text-md text-muted">
          <Spinner size={20} />
          {t("candidate.loading")}
        </main>
      ) : (
        <CandidateRoomProblem
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

interface CandidateRoomProblemProps {
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

function CandidateRoomProblem({ error, isRetrying, onRetry }: CandidateRoomProblemProps) {
  const { t } = useTranslation("rooms");
  const isUnavailable = isApiError(error, "NO_CREDITS", "INTERVIEW_UNAVAILABLE");
  const isOffline = isApiError(error, NETWORK_ERROR);
  const message = isOffline ? t("candidate.offline") : errorText(error, t("notFound"));
  return (
    <RoomMessage
      icon={isUnavailable ? CalendarX : TriangleAlert}
      title={
        isUnavailable
          ? t("unavailable")
          : isOffline
            ? t("candidate.offlineTitle")
            : t("candidate.notFoundTitle")
      }
      action={
        <Button size="lg" busy={isRetrying} onClick={onRetry}>
          {t("tryAgain")}
        </Button>
      }
    >
      <p>{message}</p>
      <p className="mt-2">{t(isOffline ? "candidate.offlineHint" : "candidate.problemHint")}</p>
    </RoomMessage>
  );
}
