/** The report: assessment first, then the evidence it is based on. */
import { RefreshCw } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { TitledSection } from "@/components/ui/titled-section";
import { useToast } from "@/components/ui/toast-context";

import type { Analysis, JobFit, Gap, Segment } from "../api/types";
import type { AnalysisRun } from "../hooks/use-analysis-run";
import { reasonText } from "../lib/codes";
import { isJudged, listQuestions } from "../lib/judged-questions";
import { missingReason, otherMissing, sectionName } from "../lib/missing";
import { AssessmentOverview } from "./assessment-overview";
import { ConsistencySection, MissingConsistency } from "./consistency-section";
import { DownloadMenu } from "./download-menu";
import { EvidenceArea } from "./evidence-drawer";
import { Concerns, FollowUps, KeyQuotes, Strengths } from "./findings";
import { HowMadeSection } from "./how-made-section";
import { InstructionsNotice } from "./instructions-notice";
import { JobFitSection } from "./job-fit-section";
import { OriginNotice } from "./origin-notice";
import { Prose } from "./prose";
import { QuestionScoresSection } from "./question-scores-section";
import { ReportHeader } from "./report-header";
import { AnalysisProgress, AnalysisUnderWay } from "./report-states";
import { RequirementsSection } from "./requirements-section";
import { ScoresOverview } from "./scores-overview";
import { ShareButton } from "./share-button";
import { StatisticsSection } from "./statistics-section";
import { TranscriptSection } from "./transcript-section";

export interface ReportedInterview {
  /** Null in a shared report, which shows nothing else of the interview. */
  _id: string | null;
  candidateName: string;
  position: string;
  billedMinutes: number | null;
  billedCredits: number | null;
}

interface ReportPageProps {
  interview: ReportedInterview;
  analysis: Analysis;
  segments: readonly Segment[];
  /** Where the sound of a speaker is missing. */
  gaps?: readonly Gap[] | undefined;
  /** Null unless both a profile and a job description exist. */
  fit: JobFit | null;
  /** Null for users who may not have it written again: reviewers, readers of a shared report. */
  run: AnalysisRun | null;
  /** A newer report is being written on the server. */
  underWay: "queued" | "running" | null;
  /** Lines of the transcript were corrected after the report was written. */
  isOutdated?: boolean;
  /** What people think of the interview, after the scores. */
  review?: ReactNode;
}

export function ReportPage(props: ReportPageProps) {
  const { t } = useTranslation("report");
  const { interview, analysis, segments, gaps, fit, run, underWay, isOutdated, review } = props;
  const { missing } = analysis;
  const toast = useToast();
  const questionScores = useRef<HTMLDivElement>(null);
  const showQuestions = () => {
    questionScores.current?.scrollIntoView();
    questionScores.current?.focus({ preventScroll: true });
  };
  const refresh = async () => {
    if (await run?.run()) toast.show(t("refreshed"));
  };
  return (
    <EvidenceArea segments={segments}>
      <article className="mx-auto flex w-full max-w-3xl flex-col gap-9 print:max-w-none print:gap-7">
        <ReportHeader
          candidateName={interview.candidateName}
          position={interview.position}
          createdAt={analysis.createdAt}
          modelName={analysis.generation.model}
        >
          {run && (
            <Button
              icon={RefreshCw}
              busy={run.slowCall.isRunning || underWay !== null}
              onClick={() => void refresh()}
            >
              {t("header.refresh")}
            </Button>
          )}
          {interview._id !== null && (
            <DownloadMenu
              interviewId={interview._id}
              hasTranscript={segments.length > 0}
              isOwner={run !== null}
            />
          )}
          {interview._id !== null && run && <ShareButton interviewId={interview._id} />}
        </ReportHeader>
        <OriginNotice segments={segments} />
        {run?.slowCall.isRunning ? (
          <AnalysisProgress run={run} />
        ) : (
          underWay && <AnalysisUnderWay isQueued={underWay === "queued"} run={run} />
        )}
        {isOutdated && (
          <p className="rounded-lg bg-info-soft px-4 py-3 text-info-ink print:hidden">
            {t(run ? "outdated.owner" : "outdated.others")}
          </p>
        )}
        {run?.error && (
          <p role="alert" className="rounded-lg bg-danger-soft px-4 py-3 text-danger-ink">
            {t("refreshFailed")} {run.error}
          </p>
        )}
        {analysis.instructions > 0 && <InstructionsNotice count={analysis.instructions} />}
        {(analysis.sentiment !== null || hasScores(analysis)) && (
          <AssessmentOverview
            analysis={analysis}
            onShowQuestions={isJudged(analysis) ? showQuestions : null}
          >
            <ScoresOverview
              interviewId={run === null ? null : interview._id}
              scores={analysis.scores}
            />
          </AssessmentOverview>
        )}
        {review}
        {analysis.deceptionAnalysis ? (
          <ConsistencySection interviewId={interview._id} check={analysis.deceptionAnalysis} />
        ) : (
          <MissingConsistency reason={missingReason(t, missing, "deceptionAnalysis")} />
        )}
        {fit && <JobFitSection fit={fit} />}
        <TitledSection heading={t("sections.summary")}>
          <Prose text={analysis.summary} reason={missingReason(t, missing, "summary")} />
          {analysis.hasStruckFindings && (
            <p className="mt-2 max-w-prose text-sm text-muted italic">{t("struckNotice")}</p>
          )}
        </TitledSection>
        <RequirementsSection requirements={analysis.requirements ?? []} />
        <TitledSection heading={t("sections.technicalAssessment")}>
          <Prose
            text={analysis.technicalAssessment}
            reason={missingReason(t, missing, "technicalAssessment")}
          />
        </TitledSection>
        <TitledSection heading={t("sections.communicationAssessment")}>
          <Prose
            text={analysis.communicationAssessment}
            reason={missingReason(t, missing, "communicationAssessment")}
          />
        </TitledSection>
        <Strengths
          interviewId={interview._id}
          items={analysis.strengths}
          reason={missingReason(t, missing, "strengths")}
        />
        <Concerns
          interviewId={interview._id}
          items={analysis.concerns}
          reason={missingReason(t, missing, "concerns")}
        />
        <KeyQuotes quotes={analysis.keyQuotes} reason={missingReason(t, missing, "keyQuotes")} />
        <FollowUps
          questions={analysis.followUpQuestions}
          reason={missingReason(t, missing, "followUpQuestions")}
        />
        {isJudged(analysis) && (
          <QuestionScoresSection ref={questionScores} questions={listQuestions(analysis)} />
        )}
        {segments.length > 0 && (
          <TranscriptSection correctableId={run && interview._id} segments={segments} gaps={gaps} />
        )}
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
        <HowMadeSection analysis={analysis} />
      </article>
    </EvidenceArea>
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
