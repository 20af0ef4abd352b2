import { useQuery } from "@tanstack/react-query";
import { UserRoundX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";

import { isApiError } from "@/api/errors";
import { RecordError } from "@/components/record-error";
import { RecordNotFound, RecordPage } from "@/components/record-page";
import { paths } from "@/config/paths";
import { useDocumentTitle } from "@/hooks/use-document-title";
import { formatDate } from "@/lib/format";

import { candidateInterviewCountQuery, candidateQuery } from "../api/candidate-queries";
import type { CandidateProfile } from "../api/types";
import { EditableProfile } from "./candidate-panel";
import { DeleteCandidate } from "./delete-candidate";
import { ProfileSkeleton } from "./profile-skeleton";

export function CandidateHqPage() {
  const { t } = useTranslation("candidates");
  const { candidateId = "" } = useParams();
  const candidate = useQuery(candidateQuery(candidateId));
  const name = candidate.data && (candidate.data.name || t("unnamed"));
  useDocumentTitle(name ? t("hq.titleOf", { name }) : t("hq.title"));

  if (candidate.data) return <Candidate key={candidateId} profile={candidate.data} />;
  if (isApiError(candidate.error) && candidate.error.status === 404) {
    return (
      <RecordNotFound
        icon={UserRoundX}
        page={t("hq.title")}
        title={t("hq.notFound")}
        text={t("hq.notFoundText")}
        back={{ to: paths.candidates, label: t("hq.backToList") }}
      />
    );
  }
  return (
    <RecordPage
      back={{ to: paths.candidates, label: t("hq.back") }}
      title={t("hq.title")}
      heading={t("hq.heading")}
    >
      {candidate.isPending ? (
        <ProfileSkeleton label={t("hq.loading")} />
      ) : (
        <RecordError
          title={t("hq.failed")}
          error={candidate.error}
          retrying={candidate.isFetching}
          onRetry={() => void candidate.refetch()}
        />
      )}
    </RecordPage>
  );
}

function Candidate({ profile }: { profile: CandidateProfile }) {
  const { t } = useTranslation("candidates");
  const navigate = useNavigate();
  const interviews = useQuery(candidateInterviewCountQuery(profile._id));
  return (
    <RecordPage
      back={{ to: paths.candidates, label: t("hq.back") }}
      title={profile.name || t("unnamed")}
      description={[
        profile.currentPosition,
        t("hq.updated", { date: formatDate(profile.updatedAt) }),
      ]
        .filter(Boolean)
        .join(" · ")}
      heading={t("hq.heading")}
    >
      <EditableProfile
        profile={profile}
        actions={
          <DeleteCandidate
            candidate={profile}
            interviewCount={interviews.data ?? 0}
            onDeleted={() => void navigate(paths.candidates, { replace: true })}
          />
        }
      />
    </RecordPage>
  );
}
