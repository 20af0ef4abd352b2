/** Candidate Profile tab, and the editable profile in it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";

import { AssessmentNotice } from "@/components/assessment-notice";
import { EditableRecord } from "@/components/editable-record";
import { RecordError } from "@/components/record-error";
import { RecordSkeleton } from "@/components/record-skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { useUpdateRecord } from "@/hooks/use-record-changes";

import { candidateQuery, candidateRecords } from "../api/candidate-queries";
import type { CandidateProfile } from "../api/types";
import { hasProfileContent, isProfileComplete } from "../lib/profile";
import { CandidateLookup } from "./candidate-lookup";
import { ProfileForm } from "./profile-form";
import { ProfileView } from "./profile-view";

interface CandidatePanelProps {
  candidateId: string | null;
  /** Links another candidate to the interview; null where that is not offered. */
  onLink: (candidate: CandidateProfile) => void;
  isLinking: boolean;
  linkError: string | null;
  onSaved: (candidate: CandidateProfile) => void;
}

/** The Candidate Profile tab: the profile with its edit form, or a way to link a candidate. */
export function CandidatePanel(props: CandidatePanelProps) {
  const { t } = useTranslation("candidates");
  if (props.candidateId === null) {
    return (
      <EmptyState
        icon={UserRound}
        title={t("panel.nothingYet")}
        action={
          <CandidateLookup
            onPick={props.onLink}
            disabled={props.isLinking}
            error={props.linkError}
          />
        }
      >
        {t("panel.nothingYetText")}
      </EmptyState>
    );
  }
  return (
    <LinkedCandidate
      key={props.candidateId}
      candidateId={props.candidateId}
      onSaved={props.onSaved}
    />
  );
}

function LinkedCandidate({
  candidateId,
  onSaved,
}: {
  candidateId: string;
  onSaved: (candidate: CandidateProfile) => void;
}) {
  const { t } = useTranslation("candidates");
  const candidate = useQuery(candidateQuery(candidateId));
  if (candidate.isPending) return <RecordSkeleton label={t("panel.loading")} />;
  if (!candidate.data) {
    return (
      <RecordError
        title={t("panel.failed")}
        error={candidate.error}
        retrying={candidate.isFetching}
        onRetry={() => void candidate.refetch()}
      />
    );
  }
  return <EditableProfile profile={candidate.data} onSaved={onSaved} />;
}

interface EditableProfileProps {
  profile: CandidateProfile;
  onSaved?: (candidate: CandidateProfile) => void;
  /** False where the page header shows the contacts. */
  withContacts?: boolean;
}

/** A profile with its edit form. */
export function EditableProfile({ profile, onSaved, withContacts = true }: EditableProfileProps) {
  const { t } = useTranslation("candidates");
  const client = useQueryClient();
  const update = useUpdateRecord(candidateRecords, profile._id);
  return (
    <EditableRecord
      savedText={t("panel.saved")}
      record={profile}
      reload={() => client.query({ ...candidateQuery(profile._id), staleTime: 0 })}
      notice={
        (profile.isAssessmentPending || !isProfileComplete(profile)) && (
          <div className="flex flex-col gap-3">
            {profile.isAssessmentPending && <AssessmentNotice />}
            {!isProfileComplete(profile) && <Incomplete profile={profile} />}
          </div>
        )
      }
      view={
        hasProfileContent(profile) && <ProfileView profile={profile} withContacts={withContacts} />
      }
      form={(base, controls) => (
        <ProfileForm
          profile={base}
          controls={controls}
          onSave={async (change) => {
            const { data } = await update.mutateAsync(change);
            controls.onSaved();
            onSaved?.(data);
          }}
        />
      )}
    />
  );
}

/** Notice of missing parts of a profile. */
function Incomplete({ profile }: { profile: CandidateProfile }) {
  const { t } = useTranslation("candidates");
  const missing = [
    profile.name.trim() === "" ? t("panel.parts.name") : null,
    profile.email?.trim() ? null : t("panel.parts.email"),
    (profile.cvParsed ?? profile.cvProfile) ? null : t("panel.parts.cv"),
  ].filter((part) => part !== null);
  return (
    <div className="rounded-lg bg-info-soft px-4 py-3 text-info-ink">
      <p className="font-medium">{t("panel.nothingYet")}</p>
      <p>{t("panel.missing", { parts: missing.join(", ") })}</p>
    </div>
  );
}
