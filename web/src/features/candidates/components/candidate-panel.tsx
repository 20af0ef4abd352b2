import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Pencil, UserRound } from "lucide-react";
import { useState } from "react";

import { isApiError, NETWORK_ERROR } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TOAST_MS } from "@/config/constants";
import { useTransient } from "@/hooks/use-transient";

import { candidateQuery } from "../api/candidate-queries";
import type { CandidateProfile } from "../api/types";
import { useUpdateCandidate } from "../api/update-candidate";
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

const NOTHING_YET = "Ready to add candidate information";

/** The Candidate Profile tab: what a CV told, to read and to correct. */
export function CandidatePanel(props: CandidatePanelProps) {
  const { candidateId } = props;
  if (candidateId === null) {
    return (
      <EmptyState
        icon={UserRound}
        title={NOTHING_YET}
        action={
          <CandidateLookup
            onPick={props.onLink}
            disabled={props.isLinking}
            error={props.linkError}
          />
        }
      >
        Upload or paste a CV under Documents and it becomes the candidate profile.
      </EmptyState>
    );
  }
  return <LinkedCandidate key={candidateId} candidateId={candidateId} onSaved={props.onSaved} />;
}

function LinkedCandidate({
  candidateId,
  onSaved,
}: {
  candidateId: string;
  onSaved: (candidate: CandidateProfile) => void;
}) {
  const { data: profile, error, isPending, refetch } = useQuery(candidateQuery(candidateId));
  const update = useUpdateCandidate(candidateId);
  const [isEditing, setIsEditing] = useState(false);
  const [saved, showSaved] = useTransient<string>(TOAST_MS);

  if (isPending) return <ProfileSkeleton />;
  if (!profile) {
    const isAway = isApiError(error, NETWORK_ERROR);
    return (
      <ErrorState
        title={
          isAway ? "Cannot connect to backend server" : "The candidate profile cannot be shown"
        }
        message={isAway ? "Please ensure the backend server is running" : undefined}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      {!isEditing && (
        <div className="flex min-h-9 items-center justify-between gap-3">
          <p role="status" className="flex items-center gap-2 text-success-ink">
            {saved && (
              <>
                <CircleCheck size={16} aria-hidden /> {saved}
              </>
            )}
          </p>
          <Button icon={Pencil} size="sm" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        </div>
      )}
      {!isEditing && !isProfileComplete(profile) && <Incomplete profile={profile} />}
      {isEditing ? (
        <ProfileForm
          profile={profile}
          onClose={() => setIsEditing(false)}
          onSave={async (change) => {
            const { data } = await update.mutateAsync(change);
            setIsEditing(false);
            showSaved("Profile updated successfully!");
            onSaved(data);
          }}
        />
      ) : (
        hasProfileContent(profile) && <ProfileView profile={profile} />
      )}
    </div>
  );
}

/** Says what a profile still lacks, above what is there already. */
function Incomplete({ profile }: { profile: CandidateProfile }) {
  const missing = [
    profile.name.trim() === "" ? "a name" : null,
    profile.email?.trim() ? null : "an e-mail address",
    (profile.cvParsed ?? profile.cvProfile) ? null : "a CV",
  ].filter((part) => part !== null);
  return (
    <div className="rounded-lg bg-info-soft px-4 py-3 text-info-ink">
      <p className="font-medium">{NOTHING_YET}</p>
      <p>Still missing: {missing.join(", ")}.</p>
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <div
      aria-busy="true"
      aria-label="Loading candidate profile"
      className="flex flex-col gap-5 pt-10"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-10" />
        ))}
      </div>
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  );
}
