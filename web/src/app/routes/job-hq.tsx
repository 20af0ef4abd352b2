/** Job HQ: the page of one job description. */
import { useQuery } from "@tanstack/react-query";
import { BriefcaseBusiness, FileQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";

import { RecordPage } from "@/components/record-page";
import { RecordSkeleton } from "@/components/record-skeleton";
import { paths } from "@/config/paths";
import { RecordInterviewsPanel } from "@/features/interviews/components/record-interviews-panel";
import { jobDescriptionRecords } from "@/features/job-descriptions/api/job-description-queries";
import type { JobDescription } from "@/features/job-descriptions/api/types";
import { DeleteJob } from "@/features/job-descriptions/components/delete-job";
import { EditableJob } from "@/features/job-descriptions/components/job-panel";
import { JobStatusBadge } from "@/features/job-descriptions/components/job-status-badge";
import { isJobLevel } from "@/features/job-descriptions/lib/status";
import { jobTitle } from "@/features/job-descriptions/lib/title";
import { MatchesPanel } from "@/features/matching/components/matches-panel";
import { useDocumentTitle } from "@/hooks/use-document-title";
import { formatDate } from "@/lib/format";
import { joinFacts } from "@/lib/join-facts";

import { RecordRoute } from "./record-route";
import { RecordTabs } from "./record-tabs";

export function JobHqRoute() {
  const { t } = useTranslation("jobs");
  const { jobDescriptionId = "" } = useParams();
  const job = useQuery(jobDescriptionRecords.one(jobDescriptionId));
  const title = job.data && jobTitle(t, job.data);
  useDocumentTitle(title ? t("hq.titleOf", { title }) : t("hq.title"));
  return (
    <RecordRoute
      record={job}
      listPath={paths.jobs}
      notFoundIcon={FileQuestionMark}
      words={{
        title: t("hq.title"),
        heading: t("hq.heading"),
        back: t("hq.back"),
        backToList: t("hq.backToList"),
        failed: t("hq.failed"),
        notFound: t("hq.failed"),
        notFoundText: t("hq.notFoundText"),
      }}
      loading={
        <>
          <p className="text-muted">{t("hq.loading")}</p>
          <RecordSkeleton label={t("hq.loading")} />
        </>
      }
    >
      {(found) => <JobHq key={jobDescriptionId} job={found} />}
    </RecordRoute>
  );
}

function JobHq({ job }: { job: JobDescription }) {
  const { t } = useTranslation("jobs");
  const { t: tRecords } = useTranslation("records");
  const navigate = useNavigate();
  const interviews = useQuery(jobDescriptionRecords.interviewCount(job._id));
  const { parsed } = job;
  const about = [
    parsed?.company.name,
    parsed?.location,
    isJobLevel(parsed?.level) ? t(`levels.${parsed.level}`) : null,
    tRecords("list.updatedOn", { date: formatDate(job.updatedAt) }),
  ];
  return (
    <RecordTabs
      kind="job-descriptions"
      recordId={job._id}
      recordLabel={t("hq.record")}
      documentId={job.documentId}
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
          description={joinFacts(about)}
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
