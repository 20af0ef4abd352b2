/** The report: assessment first, then the evidence it is based on. */
import { useTranslation } from "react-i18next";

import { useToast } from "@/components/ui/toast-context";

import type { Analysis, JobFit, Segment } from "../api/types";
import type { AnalysisRun } from "../hooks/use-analysis-run";
import { SegmentJumpContext, useSegmentJumpState } from "../hooks/use-segment-jump";
import { reasonText } from "../lib/codes";
import { missingReason, otherMissing, sectionName } from "../lib/missing";
import { AssessmentOverview } from "./assessment-overview";
import { Concerns, FollowUps, KeyQuotes, Strengths } from "./findings";
import { JobFitSection } from "./job-fit-section";
import { ReportHeader } from "./report-header";
import { Prose, ReportSection } from "./report-section";
import { AnalysisProgress, AnalysisUnderWay } from "./report-states";
import { StatisticsSection } from "./statistics-section";
import { TranscriptSection } from "./transcript-section";

export interface ReportedInterview {
  _id: string;
  candidateName: string;
  position: string;
  billedMinutes: number | null;
  billedCredits: number | null;
}

interface ReportPageProps {
  interview: ReportedInterview;
  analysis: Analysis;
  segments: readonly Segment[];
  /** Null unless both a profile and a job description exist. */
  fit: JobFit | null;
  run: AnalysisRun;
  /** A newer report is being written on the server. */
  underWay: "queued" | "running" | null;
}

export function ReportPage(props: ReportPageProps) {
  const { t } = useTranslation("report");
  const { interview, analysis, segments, fit, run, underWay } = props;
  const { missing } = analysis;
  const jump = useSegmentJumpState(segments);
  const toast = useToast();
  const refresh = async () => {
    if (await run.run()) toast.show(t("refreshed"));
  };
  return (
    <SegmentJumpContext value={jump}>
      <article className="mx-auto flex w-full max-w-3xl flex-col gap-7 print:max-w-none">
        <ReportHeader
          candidateName={interview.candidateName}
          position={interview.position}
          createdAt={analysis.createdAt}
          modelName={analysis.generation.model}
          isRefreshing={run.slowCall.isRunning || underWay !== null}
          onRefresh={() => void refresh()}
        />
        {run.slowCall.isRunning ? (
          <AnalysisProgress slowCall={run.slowCall} />
        ) : (
          underWay && <AnalysisUnderWay isQueued={underWay === "queued"} />
        )}
        {run.error && (
          <p role="alert" className="rounded-lg bg-danger-soft px-4 py-3 text-danger-ink">
            {t("refreshFailed")} {run.error}
          </p>
        )}
        {(analysis.sentiment !== null || hasScores(analysis)) && (
          <AssessmentOverview analysis={analysis} />
        )}
        {fit && <JobFitSection fit={fit} />}
        <ReportSection heading={t("sections.summary")}>
          <Prose text={analysis.summary} reason={missingReason(t, missing, "summary")} />
        </ReportSection>
        <ReportSection heading={t("sections.technicalAssessment")}>
          <Prose
            text={analysis.technicalAssessment}
            reason={missingReason(t, missing, "technicalAssessment")}
          />
        </ReportSection>
        <ReportSection heading={t("sections.communicationAssessment")}>
          <Prose
            text={analysis.communicationAssessment}
            reason={missingReason(t, missing, "communicationAssessment")}
          />
        </ReportSection>
        <Strengths items={analysis.strengths} reason={missingReason(t, missing, "strengths")} />
        <Concerns items={analysis.concerns} reason={missingReason(t, missing, "concerns")} />
        <KeyQuotes quotes={analysis.keyQuotes} reason={missingReason(t, missing, "keyQuotes")} />
        <FollowUps
          questions={analysis.followUpQuestions}
          reason={missingReason(t, missing, "followUpQuestions")}
        />
        {segments.length > 0 && <TranscriptSection segments={segments} />}
        <StatisticsSection
          segments={segments}
          billedMinutes={interview.billedMinutes}
          billedCredits={interview.billedCredits}
        />
        {otherMissing(missing).map((part) => (
          <p key={part.section + part.code} className="text-sm text-muted italic">
            {sectionName(t, part.section)}: {reasonText(t, part)}
          </p>
        ))}
      </article>
    </SegmentJumpContext>
  );
}

/** Whether there is a score, or a reason why there is none. */
function hasScores({ scores, scoreBasis, missing }: Analysis): boolean {
  return (
    scores.technical !== null ||
    scores.communication !== null ||
    scoreBasis.technical.length > 0 ||
    scoreBasis.communication.length > 0 ||
    missing.some(({ section }) => section.startsWith("scores."))
  );
}
