/** The Report tab of a completed interview, in every state of its report. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";

import { analysisQuery, transcriptGapsQuery, transcriptQuery } from "../api/report-queries";
import type { Analysis } from "../api/types";
import { useAnalysisRun } from "../hooks/use-analysis-run";
import { loadErrorMessage } from "../lib/report-errors";
import { RecordingArea } from "./recording-area";
import { ReportInWaiting } from "./report-in-waiting";
import { ReportPage, type ReportedInterview } from "./report-page";
import { AnalysisProgress, AnalysisUnderWay, NoAnalysis, ReportLoading } from "./report-states";

interface ReportPanelProps {
  interview: ReportedInterview & { _id: string };
  /** False for a named reviewer, who may read the report but not have it written again or share it. */
  isOwner?: boolean;
  /** The review of the interview: `scores` of the report, null while there are none to show. */
  renderReview?: (report: { isWritten: boolean; scores: Analysis["scores"] | null }) => ReactNode;
}

export function ReportPanel(props: ReportPanelProps) {
  return (
    <RecordingArea interviewId={props.interview._id}>
      <ReportStates {...props} />
    </RecordingArea>
  );
}

function ReportStates({ interview, isOwner = true, renderReview }: ReportPanelProps) {
  const { t } = useTranslation("report");
  const analysis = useQuery(analysisQuery(interview._id));
  const transcript = useQuery(transcriptQuery(interview._id));
  const gaps = useQuery(transcriptGapsQuery(interview._id)).data;
  const run = useAnalysisRun(interview._id);
  const reload = () => {
    void analysis.refetch();
    void transcript.refetch();
  };

  if (analysis.isPending || transcript.isPending) return <ReportLoading />;
  if (!analysis.data || !transcript.data) {
    return (
      <ErrorState
        title={t("loadFailed")}
        message={loadErrorMessage(t, analysis.error ?? transcript.error)}
        onRetry={reload}
        retrying={analysis.isFetching || transcript.isFetching}
      />
    );
  }
  const { status, problem } = analysis.data;
  const underWay = status === "queued" || status === "running" ? status : null;
  if (analysis.data.analysis) {
    const { scores } = analysis.data.analysis;
    return (
      <ReportPage
        interview={interview}
        analysis={analysis.data.analysis}
        segments={transcript.data}
        gaps={gaps}
        fit={analysis.data.fit}
        run={isOwner ? run : null}
        underWay={underWay}
        isOutdated={analysis.data.isOutdated}
        review={renderReview?.({ isWritten: true, scores })}
      />
    );
  }
  const review = renderReview?.({ isWritten: analysis.data.hasAnalysis, scores: null });
  return (
    <ReportInWaiting
      interview={interview}
      correctableId={isOwner ? interview._id : null}
      segments={transcript.data}
      gaps={gaps}
      review={review}
    >
      {run.slowCall.isRunning ? (
        <div className="flex flex-col items-start gap-4">
          <Button busy>{t("analyzing")}</Button>
          <div className="w-full">
            <AnalysisProgress run={run} />
          </div>
        </div>
      ) : underWay ? (
        <AnalysisUnderWay isQueued={underWay === "queued"} run={isOwner ? run : null} />
      ) : (
        !analysis.data.isConcealed && (
          <NoAnalysis
            error={run.error ?? (problem && t(`problems.${problem}`))}
            onRun={isOwner ? () => void run.run() : null}
          />
        )
      )}
    </ReportInWaiting>
  );
}
