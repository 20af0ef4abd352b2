import { useQuery } from "@tanstack/react-query";
import { BriefcaseBusiness, CircleCheck, Pencil } from "lucide-react";
import { useState } from "react";

import { isApiError, NETWORK_ERROR } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TOAST_MS } from "@/config/constants";
import { useTransient } from "@/hooks/use-transient";

import { jobDescriptionQuery } from "../api/job-description-queries";
import type { JobDescription } from "../api/types";
import { useUpdateJobDescription } from "../api/update-job-description";
import { JobForm } from "./job-form";
import { JobLookup } from "./job-lookup";
import { JobView } from "./job-view";

interface JobPanelProps {
  jobDescriptionId: string | null;
  onLink: (job: JobDescription) => void;
  isLinking: boolean;
  linkError: string | null;
}

/** The Job Description tab: what the document told, to read and to correct. */
export function JobPanel({ jobDescriptionId, onLink, isLinking, linkError }: JobPanelProps) {
  if (jobDescriptionId === null) {
    return (
      <EmptyState
        icon={BriefcaseBusiness}
        title="Ready to add job details"
        action={<JobLookup onPick={onLink} disabled={isLinking} error={linkError} />}
      >
        Upload or paste a job description under Documents and its details appear here.
      </EmptyState>
    );
  }
  return <LinkedJob key={jobDescriptionId} jobDescriptionId={jobDescriptionId} />;
}

function LinkedJob({ jobDescriptionId }: { jobDescriptionId: string }) {
  const { data: job, error, isPending, refetch } = useQuery(jobDescriptionQuery(jobDescriptionId));
  const update = useUpdateJobDescription(jobDescriptionId);
  const [isEditing, setIsEditing] = useState(false);
  const [saved, showSaved] = useTransient<string>(TOAST_MS);

  if (isPending) {
    return (
      <div
        aria-busy="true"
        aria-label="Loading job description"
        className="flex flex-col gap-5 pt-10"
      >
        <Skeleton className="h-24" />
        <Skeleton className="h-16" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  if (!job) {
    const isAway = isApiError(error, NETWORK_ERROR);
    return (
      <ErrorState
        title={isAway ? "Cannot connect to backend server" : "Failed to load job description."}
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
      {isEditing ? (
        <JobForm
          job={job}
          onClose={() => setIsEditing(false)}
          onSave={async (change) => {
            await update.mutateAsync(change);
            setIsEditing(false);
            showSaved("Job description updated successfully!");
          }}
        />
      ) : (
        <JobView job={job} />
      )}
    </div>
  );
}
