import { useToast } from "@/components/ui/toast-context";

import type { Analysis, Segment } from "../api/types";
import type { AnalysisRun } from "../hooks/use-analysis-run";
import { SegmentJumpContext, useSegmentJumpState } from "../hooks/use-segment-jump";
import { missingReason, otherMissing, sectionName } from "../lib/missing";
import { meanScore } from "../lib/scores";
import { AssessmentOverview } from "./assessment-overview";
import { Concerns, FollowUps, KeyQuotes, Strengths } from "./findings";
import { JobFitSection, type FitInput } from "./job-fit-section";
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
  fit: FitInput | null;
  run: AnalysisRun;
  /** A newer report is on its way by itself. */
  underWay: "queued" | "running" | null;
}

/** The report, from the answer to the words it rests on. */
export function ReportPage(props: ReportPageProps) {
  const { interview, analysis, segments, fit, run, underWay } = props;
  const { scores, missing } = analysis;
  const jump = useSegmentJumpState(segments);
  const toast = useToast();
  const refresh = async () => {
    if (await run.run()) toast.show("Report refreshed successfully!");
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
            Failed to refresh report. {run.error}
          </p>
        )}
        {(analysis.sentiment !== null || hasScores(analysis)) && (
          <AssessmentOverview analysis={analysis} />
        )}
        {fit && <JobFitSection input={fit} interviewScore={meanScore(scores)} />}
        <ReportSection heading="Executive summary">
          <Prose text={analysis.summary} reason={missingReason(missing, "summary")} />
        </ReportSection>
        <ReportSection heading="Technical assessment">
          <Prose
            text={analysis.technicalAssessment}
            reason={missingReason(missing, "technicalAssessment")}
          />
        </ReportSection>
        <ReportSection heading="Communication assessment">
          <Prose
            text={analysis.communicationAssessment}
            reason={missingReason(missing, "communicationAssessment")}
          />
        </ReportSection>
        <Strengths items={analysis.strengths} reason={missingReason(missing, "strengths")} />
        <Concerns items={analysis.concerns} reason={missingReason(missing, "concerns")} />
        <KeyQuotes quotes={analysis.keyQuotes} reason={missingReason(missing, "keyQuotes")} />
        <FollowUps
          questions={analysis.followUpQuestions}
          reason={missingReason(missing, "followUpQuestions")}
        />
        {segments.length > 0 && <TranscriptSection segments={segments} />}
        <StatisticsSection
          segments={segments}
          billedMinutes={interview.billedMinutes}
          billedCredits={interview.billedCredits}
        />
        {otherMissing(missing).map(({ section, reason }) => (
          <p key={section + reason} className="text-sm text-muted italic">
            {sectionName(section)}: {reason}
          </p>
        ))}
      </article>
    </SegmentJumpContext>
  );
}

/** Scores count as given when there is one, or when there are reasons why there is none. */
function hasScores({ scores, scoreBasis, missing }: Analysis): boolean {
  return (
    scores.technical !== null ||
    scores.communication !== null ||
    scoreBasis.technical.length > 0 ||
    scoreBasis.communication.length > 0 ||
    missing.some(({ section }) => section.startsWith("scores."))
  );
}
