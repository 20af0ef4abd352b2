/** Tabs of Interview HQ: report, candidate, job description, questions. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { Interview } from "@/api/types";
import { Tabs } from "@/components/ui/tabs";
import { ERROR_TOAST_MS } from "@/config/constants";
import { CandidatePanel } from "@/features/candidates/components/candidate-panel";
import { useUpdateInterview } from "@/features/interview-hq/api/interview";
import { HQ_TABS, type HqTab } from "@/features/interview-hq/lib/tabs";
import { jobDescriptionQuery } from "@/features/job-descriptions/api/job-description-queries";
import { JobPanel } from "@/features/job-descriptions/components/job-panel";
import { QuestionsPanel } from "@/features/questions/components/questions-panel";
import { ReportPanel } from "@/features/report/components/report-panel";
import { ReportNotAvailable } from "@/features/report/components/report-states";
import { ReviewPanel } from "@/features/review/components/review-panel";
import { useTransient } from "@/hooks/use-transient";

interface InterviewHqTabsProps {
  interview: Interview;
  tab: HqTab;
  onTab: (tab: HqTab) => void;
}

export function InterviewHqTabs({ interview, tab, onTab }: InterviewHqTabsProps) {
  const { t } = useTranslation("hq");
  const content: Record<HqTab, React.ReactNode> = {
    report:
      interview.status === "completed" ? (
        <ReportPanel
          interview={interview}
          renderReview={({ isWritten, scores }) => (
            <ReviewPanel
              interviewId={interview._id}
              hasReport={isWritten}
              reportScores={scores}
              roomNotes={interview.finalNotes || interview.liveNotes}
            />
          )}
        />
      ) : (
        <ReportNotAvailable />
      ),
    candidate: <CandidateTab interview={interview} />,
    job: <JobTab interview={interview} />,
    questions: <QuestionsTab interview={interview} />,
  };
  return (
    <Tabs
      label={t("tabs.label")}
      value={tab}
      onChange={onTab}
      className="min-w-0 rounded-lg border border-line bg-surface px-4 pt-1.5 pb-6 sm:px-6 print:border-0 print:p-0 print:[&>[role=tablist]]:hidden"
      panelClassName="pt-5"
      tabs={HQ_TABS.map((value) => ({
        value,
        label: t(`tabs.${value}`),
        content: content[value],
        // A scorecard that is being filled in survives a look at another tab.
        keepMounted: value === "report" && interview.status === "completed",
      }))}
    />
  );
}

function QuestionsTab({ interview }: { interview: Interview }) {
  const { jobDescriptionId } = interview;
  const job = useQuery({
    ...jobDescriptionQuery(jobDescriptionId ?? ""),
    enabled: jobDescriptionId !== null,
  });
  return (
    <QuestionsPanel
      interviewId={interview._id}
      candidateId={interview.candidateProfileId}
      jobDescriptionId={jobDescriptionId}
      jobLevel={job.data?.parsed?.level ?? null}
      scheduledMinutes={interview.scheduledDuration}
    />
  );
}

function CandidateTab({ interview }: { interview: Interview }) {
  const { t } = useTranslation("hq");
  const link = useUpdateInterview(interview._id);
  const [linkError, showLinkError] = useTransient<string>(ERROR_TOAST_MS);
  const rename = useUpdateInterview(interview._id);
  return (
    <CandidatePanel
      candidateId={interview.candidateProfileId}
      isLinking={link.isPending}
      linkError={linkError}
      onLink={({ _id, name, email }) =>
        link.mutate(
          {
            candidateProfileId: _id,
            ...(name ? { candidateName: name } : {}),
            ...(email ? { candidateEmail: email } : {}),
          },
          { onError: () => showLinkError(t("linkCandidateFailed")) },
        )
      }
      onSaved={({ name, email }) =>
        rename.mutate({ candidateName: name, ...(email ? { candidateEmail: email } : {}) })
      }
    />
  );
}

function JobTab({ interview }: { interview: Interview }) {
  const { t } = useTranslation("hq");
  const link = useUpdateInterview(interview._id);
  const [linkError, showLinkError] = useTransient<string>(ERROR_TOAST_MS);
  return (
    <JobPanel
      jobDescriptionId={interview.jobDescriptionId}
      isLinking={link.isPending}
      linkError={linkError}
      onLink={({ _id }) =>
        link.mutate({ jobDescriptionId: _id }, { onError: () => showLinkError(t("linkJobFailed")) })
      }
    />
  );
}
