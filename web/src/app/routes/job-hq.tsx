import { useQuery } from "@tanstack/react-query";
import { BriefcaseBusiness, FileQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";

import { isApiError } from "@/api/errors";
import { RecordError } from "@/components/record-error";
import { RecordCard, RecordNotFound, RecordPage } from "@/components/record-page";
import { RecordSkeleton } from "@/components/record-skeleton";
import { paths } from "@/config/paths";
import { RecordInterviewsPanel } from "@/features/interviews/components/record-interviews-panel";
import {
  jobDescriptionQuery,
  jobInterviewCountQuery,
} from "@/features/job-descriptions/api/job-description-queries";
import type { JobDescription } from "@/features/job-descriptions/api/types";
import { DeleteJob } from "@/features/job-descriptions/components/delete-job";
import { EditableJob } from "@/features/job-descriptions/components/job-panel";
import { JobStatusBadge } from "@/features/job-descriptions/components/job-status-badge";
import { isJobLevel } from "@/features/job-descriptions/lib/status";
import { jobTitle } from "@/features/job-descriptions/lib/title";
import { MatchesPanel } from "@/features/matching/components/matches-panel";
import { useDocumentTitle } from "@/hooks/use-document-title";
import { formatDate } from "@/lib/format";

import { RecordDesk } from "./record-desk";

export function JobHqRoute() {
  const { t } = useTranslation("jobs");
  const { jobDescriptionId = "" } = useParams();
  const job = useQuery(jobDescriptionQuery(jobDescriptionId));
  const title = job.data && jobTitle(t, job.data);
  useDocumentTitle(title ? t("hq.titleOf", { title }) : t("hq.title"));

  if (job.data) return <JobDesk key={jobDescriptionId} job={job.data} />;
  if (isApiError(job.error) && job.error.status === 404) {
    return (
      <RecordNotFound
        icon={FileQuestionMark}
        page={t("hq.title")}
        title={t("hq.failed")}
        text={t("hq.notFoundText")}
        back={{ to: paths.jobs, label: t("hq.backToList") }}
      />
    );
  }
  return (
    <RecordPage back={{ to: paths.jobs, label: t("hq.back") }} title={t("hq.title")}>
      <RecordCard heading={t("hq.heading")}>
        {job.isPending ? (
          <>
            <p className="text-muted">{t("hq.loading")}</p>
            <RecordSkeleton label={t("hq.loading")} />
          </>
        ) : (
          <RecordError
            title={t("hq.failed")}
            error={job.error}
            retrying={job.isFetching}
            onRetry={() => void job.refetch()}
          />
        )}
      </RecordCard>
    </RecordPage>
  );
}

function JobDesk({ job }: { job: JobDescription }) {
  const { t } = useTranslation("jobs");
  const navigate = useNavigate();
  const interviews = useQuery(jobInterviewCountQuery(job._id));
  const { parsed } = job;
  const about = [
    parsed?.company.name,
    parsed?.location,
    isJobLevel(parsed?.level) ? t(`levels.${parsed.level}`) : null,
    t("hq.updated", { date: formatDate(job.updatedAt) }),
  ];
  return (
    <RecordDesk
      kind="job-descriptions"
      recordId={job._id}
      recordLabel={t("hq.record")}
      record={<EditableJob job={job} />}
      interviews={<RecordInterviewsPanel kind="jobDescription" recordId={job._id} />}
      matches={<MatchesPanel kind="jobDescription" recordId={job._id} />}
      frame={(parts) => (
        <RecordPage
          back={{ to: paths.jobs, label: t("hq.back") }}
          picture={
            <span className="flex size-12 items-center justify-center rounded-lg bg-accent-soft text-accent-ink">
              <BriefcaseBusiness size={22} strokeWidth={1.75} aria-hidden />
            </span>
          }
          title={jobTitle(t, job)}
          badges={<JobStatusBadge status={job.status} />}
          description={about.filter(Boolean).join(" · ")}
          actions={
            <DeleteJob
              job={job}
              interviewCount={interviews.data ?? 0}
              onDeleted={() => void navigate(paths.jobs, { replace: true })}
            />
          }
        >
          {parts}
        </RecordPage>
      )}
    />
  );
}
