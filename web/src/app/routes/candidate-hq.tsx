import { useQuery } from "@tanstack/react-query";
import { UserRoundX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";

import { isApiError } from "@/api/errors";
import { RecordError } from "@/components/record-error";
import { RecordCard, RecordNotFound, RecordPage } from "@/components/record-page";
import { RecordSkeleton } from "@/components/record-skeleton";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { paths } from "@/config/paths";
import {
  candidateInterviewCountQuery,
  candidateQuery,
} from "@/features/candidates/api/candidate-queries";
import type { CandidateProfile } from "@/features/candidates/api/types";
import { EditableProfile } from "@/features/candidates/components/candidate-panel";
import { ContactLine } from "@/features/candidates/components/contacts";
import { DeleteCandidate } from "@/features/candidates/components/delete-candidate";
import { formatYears, levelLabel } from "@/features/candidates/lib/profile";
import { RecordInterviewsPanel } from "@/features/interviews/components/record-interviews-panel";
import { MatchesPanel } from "@/features/matching/components/matches-panel";
import { useDocumentTitle } from "@/hooks/use-document-title";
import { formatDate } from "@/lib/format";

import { RecordDesk } from "./record-desk";

export function CandidateHqRoute() {
  const { t } = useTranslation("candidates");
  const { candidateId = "" } = useParams();
  const candidate = useQuery(candidateQuery(candidateId));
  const name = candidate.data && (candidate.data.name || t("unnamed"));
  useDocumentTitle(name ? t("hq.titleOf", { name }) : t("hq.title"));

  if (candidate.data) return <CandidateDesk key={candidateId} profile={candidate.data} />;
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
    <RecordPage back={{ to: paths.candidates, label: t("hq.back") }} title={t("hq.title")}>
      <RecordCard heading={t("hq.heading")}>
        {candidate.isPending ? (
          <RecordSkeleton label={t("hq.loading")} />
        ) : (
          <RecordError
            title={t("hq.failed")}
            error={candidate.error}
            retrying={candidate.isFetching}
            onRetry={() => void candidate.refetch()}
          />
        )}
      </RecordCard>
    </RecordPage>
  );
}

function CandidateDesk({ profile }: { profile: CandidateProfile }) {
  const { t } = useTranslation("candidates");
  const navigate = useNavigate();
  const interviews = useQuery(candidateInterviewCountQuery(profile._id));
  const name = profile.name || t("unnamed");
  const level = levelLabel(
    t,
    profile.cvProfile?.experienceLevel ?? profile.cvParsed?.experienceLevel,
  );
  const about = [
    profile.currentPosition,
    formatYears(t, profile.cvProfile?.totalExperienceYears),
    t("hq.updated", { date: formatDate(profile.updatedAt) }),
  ];
  return (
    <RecordDesk
      kind="candidates"
      recordId={profile._id}
      recordLabel={t("hq.record")}
      record={<EditableProfile profile={profile} withContacts={false} />}
      interviews={<RecordInterviewsPanel kind="candidate" recordId={profile._id} />}
      matches={<MatchesPanel kind="candidate" recordId={profile._id} />}
      frame={(parts) => (
        <RecordPage
          back={{ to: paths.candidates, label: t("hq.back") }}
          picture={<Avatar name={name} className="size-12 text-md" />}
          title={name}
          badges={level && <Badge tone="accent">{level}</Badge>}
          description={about.filter(Boolean).join(" · ")}
          facts={<ContactLine profile={profile} />}
          actions={
            <DeleteCandidate
              candidate={profile}
              interviewCount={interviews.data ?? 0}
              onDeleted={() => void navigate(paths.candidates, { replace: true })}
            />
          }
        >
          {parts}
        </RecordPage>
      )}
    />
  );
}
