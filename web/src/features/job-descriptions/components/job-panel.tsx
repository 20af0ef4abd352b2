/** Job Description tab, and the editable job description in it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BriefcaseBusiness } from "lucide-react";
import { useTranslation } from "react-i18next";

import { AssessmentNotice } from "@/components/assessment-notice";
import { EditableRecord } from "@/components/editable-record";
import { RecordError } from "@/components/record-error";
import { RecordSkeleton } from "@/components/record-skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { useUpdateRecord } from "@/hooks/use-record-changes";

import { jobDescriptionQuery, jobDescriptionRecords } from "../api/job-description-queries";
import type { JobDescription } from "../api/types";
import { JobForm } from "./job-form";
import { JobLookup } from "./job-lookup";
import { JobView } from "./job-view";

interface JobPanelProps {
  jobDescriptionId: string | null;
  onLink: (job: JobDescription) => void;
  isLinking: boolean;
  linkError: string | null;
}

/** The Job Description tab: the description with its edit form, or a way to link one. */
export function JobPanel({ jobDescriptionId, onLink, isLinking, linkError }: JobPanelProps) {
  const { t } = useTranslation("jobs");
  if (jobDescriptionId === null) {
    return (
      <EmptyState
        icon={BriefcaseBusiness}
        title={t("panel.nothingYet")}
        action={<JobLookup onPick={onLink} disabled={isLinking} error={linkError} />}
      >
        {t("panel.nothingYetText")}
      </EmptyState>
    );
  }
  return <LinkedJob key={jobDescriptionId} jobDescriptionId={jobDescriptionId} />;
}

function LinkedJob({ jobDescriptionId }: { jobDescriptionId: string }) {
  const { t } = useTranslation("jobs");
  const job = useQuery(jobDescriptionQuery(jobDescriptionId));
  if (job.isPending) return <RecordSkeleton label={t("panel.loading")} />;
  if (!job.data) {
    return (
      <RecordError
        title={t("panel.failed")}
        error={job.error}
        retrying={job.isFetching}
        onRetry={() => void job.refetch()}
      />
    );
  }
  return <EditableJob job={job.data} />;
}

/** A job description with its edit form. */
export function EditableJob({ job }: { job: JobDescription }) {
  const { t } = useTranslation("jobs");
  const client = useQueryClient();
  const update = useUpdateRecord(jobDescriptionRecords, job._id);
  return (
    <EditableRecord
      savedText={t("panel.saved")}
      record={job}
      reload={() => client.query({ ...jobDescriptionQuery(job._id), staleTime: 0 })}
      notice={job.isAssessmentPending && <AssessmentNotice />}
      view={<JobView job={job} />}
      form={(base, controls) => (
        <JobForm
          job={base}
          controls={controls}
          onSave={async (change) => {
            await update.mutateAsync(change);
            controls.onSaved();
          }}
        />
      )}
    />
  );
}
