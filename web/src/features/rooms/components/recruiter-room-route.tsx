/** Routes /room/recruiter/{recruiterToken or interviewId} and /room/interviewer/{interviewId}. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "react-router";

import { getCandidateName } from "@/api/candidate-name";
import { findDetails } from "@/api/error-details";
import { buttonClass } from "@/components/ui/button-styles";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/config/paths";
import { useDocumentTitle } from "@/hooks/use-document-title";

import { recruiterRoomQuery } from "../api/recruiter-room";
import { RecruiterRoom, type RecordViews } from "./recruiter-room";
import { RecruiterRoomProblem } from "./recruiter-room-problem";

export function RecruiterRoomRoute({ records }: { records: RecordViews }) {
  const { t } = useTranslation("rooms");
  const { tokenOrId = "" } = useParams();
  const { pathname } = useLocation();
  const { data, error, refetch, isFetching } = useQuery(recruiterRoomQuery(tokenOrId));
  useDocumentTitle(
    data === undefined
      ? t("recruiter.pageTitle")
      : t("candidate.title", {
          name: getCandidateName(data.interview.candidateName) ?? t("unnamed"),
        }),
  );

  if (data !== undefined) {
    return (
      <RecruiterRoom
        key={data.interview._id}
        tokenOrId={tokenOrId}
        interview={data.interview}
        records={records}
      />
    );
  }
  if (error === null) return <RoomSkeleton />;
  // Only this route is certain to contain the interview's id.
  const isId = pathname.startsWith(paths.interviewerRoom.to(""));
  return (
    <RecruiterRoomProblem
      error={error}
      hqPath={findHqPath(error) ?? (isId ? paths.interviewHq.to(tokenOrId) : paths.interviews)}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

/** A refused room of the user's own interview names the interview. */
function findHqPath(error: unknown): string | null {
  const details = findDetails(error, "INTERVIEW_TERMINATED") ?? findDetails(error, "NO_CREDITS");
  return details && paths.interviewHq.to(details.interviewId);
}

function RoomSkeleton() {
  const { t } = useTranslation("rooms");
  return (
    <main aria-busy className="flex h-dvh flex-col gap-4 p-4">
      <p className="sr-only">{t("recruiter.loading")}</p>
      <Skeleton className="h-9 w-80" />
      <div className="grid min-h-0 grow gap-4 lg:grid-cols-[2fr_3fr]">
        <Skeleton className="h-full rounded-xl" />
        <Skeleton className="h-full rounded-xl" />
      </div>
      <span className={buttonClass("ghost", "md", "invisible")} aria-hidden />
    </main>
  );
}
