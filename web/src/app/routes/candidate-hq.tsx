/** Candidate HQ: the page of one candidate. */
import { useQuery } from "@tanstack/react-query";
import { UserRoundX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";

import { RecordPage } from "@/components/record-page";
import { RecordSkeleton } from "@/components/record-skeleton";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { paths } from "@/config/paths";
import { candidateRecords } from "@/features/candidates/api/candidate-queries";
import type { CandidateProfile } from "@/features/candidates/api/types";
import { EditableProfile } from "@/features/candidates/components/candidate-panel";
import { ContactLine } from "@/features/candidates/components/contacts";
import { DeleteCandidate } from "@/features/candidates/components/delete-candidate";
import { formatYears, levelLabel } from "@/features/candidates/lib/profile";
import { RecordInterviewsPanel } from "@/features/interviews/components/record-interviews-panel";
import { MatchesPanel } from "@/features/matching/components/matches-panel";
import { useDocumentTitle } from "@/hooks/use-document-title";
import { formatDate } from "@/lib/format";
import { joinFacts } from "@/lib/join-facts";

import { RecordRoute } from "./record-route";
import { RecordTabs } from "./record-tabs";

export function CandidateHqRoute() {
  const { t } = useTranslation("candidates");
  const { candidateId = "" } = useParams();
  const candidate = useQuery(candidateRecords.one(candidateId));
  const name = candidate.data && (candidate.data.name || t("unnamed"));
  useDocumentTitle(name ? t("hq.titleOf", { name }) : t("hq.title"));
  return (
    <RecordRoute
      record={candidate}
      listPath={paths.candidates}
      notFoundIcon={UserRoundX}
      words={{
        title: t("hq.title"),
        heading: t("hq.heading"),
        back: t("hq.back"),
        backToList: t("hq.backToList"),
        failed: t("hq.failed"),
        notFound: t("hq.notFound"),
        notFoundText: t("hq.notFoundText"),
      }}
      loading={<RecordSkeleton label={t("hq.loading")} />}
    >
      {(profile) => <CandidateHq key={candidateId} profile={profile} />}
    </RecordRoute>
  );
}

function CandidateHq({ profile }: { profile: CandidateProfile }) {
  const { t } = useTranslation("candidates");
  const { t: tRecords } = useTranslation("records");
  const navigate = useNavigate();
  const interviews = useQuery(candidateRecords.interviewCount(profile._id));
  const name = profile.name || t("unnamed");
  const level = levelLabel(
    t,
    profile.cvProfile?.experienceLevel ?? profile.cvParsed?.experienceLevel,
  );
  const about = [
    profile.currentPosition,
    formatYears(t, profile.cvProfile?.totalExperienceYears),
    tRecords("list.updatedOn", { date: formatDate(profile.updatedAt) }),
  ];
  return (
    <RecordTabs
      kind="candidates"
      recordId={profile._id}
      recordLabel={t("hq.record")}
      documentId={profile.documentId}
      record={<EditableProfile profile={profile} withContacts={false} />}
      interviews={<RecordInterviewsPanel kind="candidate" recordId={profile._id} />}
      matches={<MatchesPanel kind="candidate" recordId={profile._id} />}
      frame={(parts) => (
        <RecordPage
          back={{ to: paths.candidates, label: t("hq.back") }}
          picture={<Avatar name={name} className="size-12 text-md" />}
          title={name}
          badges={level && <Badge tone="accent">{level}</Badge>}
          description={joinFacts(about)}
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
