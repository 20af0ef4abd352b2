/** Read-only candidate profile in the recruiter room. */
import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";

import { roomCandidateQuery, type RoomCandidate } from "../api/profiles";
import { present } from "../lib/present";
import { Chips, ProfileSection } from "./profile-parts";

export function CandidatePanel({ candidateId }: { candidateId: string | null }) {
  const { t } = useTranslation("rooms");
  if (candidateId === null) {
    return (
      <EmptyState icon={UserRound} title={t("profile.none")}>
        {t("profile.noneHint")}
      </EmptyState>
    );
  }
  return <LoadedCandidate candidateId={candidateId} />;
}

function LoadedCandidate({ candidateId }: { candidateId: string }) {
  const { t } = useTranslation("rooms");
  const { data, error, refetch } = useQuery(roomCandidateQuery(candidateId));
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="m-4 h-40" />
    ) : (
      <ErrorState title={t("profile.failed")} error={error} onRetry={() => void refetch()} />
    );
  }
  return <CandidateProfile candidate={data} />;
}

function CandidateProfile({ candidate }: { candidate: RoomCandidate }) {
  const { t } = useTranslation("rooms");
  const cv = candidate.cvParsed;
  const skills = present(cv?.skills);
  const contact = present([candidate.email, candidate.phone, candidate.linkedin]);
  return (
    <article className="flex flex-col gap-5 p-4">
      <header>
        <h2 className="text-lg font-semibold">{candidate.name}</h2>
        {candidate.currentPosition && <p className="text-muted">{candidate.currentPosition}</p>}
        {contact.length > 0 && <p className="mt-1 text-sm text-muted">{contact.join(" · ")}</p>}
      </header>
      {cv?.summary && (
        <ProfileSection title={t("profile.summary")}>
          <p className="max-w-[75ch] whitespace-pre-line">{cv.summary}</p>
        </ProfileSection>
      )}
      {skills.length > 0 && (
        <ProfileSection title={t("profile.strengths")}>
          <Chips items={skills} />
        </ProfileSection>
      )}
      {(cv?.experience ?? []).length > 0 && (
        <ProfileSection title={t("profile.experience")}>
          <ol className="flex max-w-[75ch] flex-col gap-3">
            {cv?.experience?.map((entry, index) => (
              <li key={`${index}-${entry.title}`}>
                <p className="font-medium">{present([entry.title, entry.company]).join(", ")}</p>
                {entry.description && <p className="text-muted">{entry.description}</p>}
              </li>
            ))}
          </ol>
        </ProfileSection>
      )}
    </article>
  );
}
