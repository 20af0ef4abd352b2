import { useQuery } from "@tanstack/react-query";
import { FileQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";

import { isApiError } from "@/api/errors";
import { RecordError } from "@/components/record-error";
import { RecordNotFound, RecordPage } from "@/components/record-page";
import { paths } from "@/config/paths";
import { useDocumentTitle } from "@/hooks/use-document-title";
import { formatDate } from "@/lib/format";

import { jobDescriptionQuery, jobInterviewCountQuery } from "../api/job-description-queries";
import type { JobDescription } from "../api/types";
import { jobTitle } from "../lib/title";
import { DeleteJob } from "./delete-job";
import { EditableJob } from "./job-panel";
import { JobSkeleton } from "./job-skeleton";

export function JobHqPage() {
  const { t } = useTranslation("jobs");
  const { jobDescriptionId = "" } = useParams();
  const job = useQuery(jobDescriptionQuery(jobDescriptionId));
  const title = job.data && jobTitle(t, job.data);
  useDocumentTitle(title ? t("hq.titleOf", { title }) : t("hq.title"));

  if (job.data) return <Job key={jobDescriptionId} job={job.data} />;
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
    <RecordPage
      back={{ to: paths.jobs, label: t("hq.back") }}
      title={t("hq.title")}
      heading={t("hq.heading")}
    >
      {job.isPending ? (
        <>
          <p className="pt-2 text-muted">{t("hq.loading")}</p>
          <JobSkeleton label={t("hq.loading")} />
        </>
      ) : (
        <RecordError
          title={t("hq.failed")}
          error={job.error}
          retrying={job.isFetching}
          onRetry={() => void job.refetch()}
        />
      )}
    </RecordPage>
  );
}

function Job({ job }: { job: JobDescription }) {
  const { t } = useTranslation("jobs");
  const navigate = useNavigate();
  const interviews = useQuery(jobInterviewCountQuery(job._id));
  return (
    <RecordPage
      back={{ to: paths.jobs, label: t("hq.back") }}
      title={jobTitle(t, job)}
      description={[job.parsed?.company.name, t("hq.updated", { date: formatDate(job.updatedAt) })]
        .filter(Boolean)
        .join(" · ")}
      heading={t("hq.heading")}
    >
      <EditableJob
        job={job}
        actions={
          <DeleteJob
            job={job}
            interviewCount={interviews.data ?? 0}
            onDeleted={() => void navigate(paths.jobs, { replace: true })}
          />
        }
      />
    </RecordPage>
  );
}
