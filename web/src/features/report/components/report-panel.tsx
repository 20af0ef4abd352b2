/** The Report tab of a completed interview, in every state of its report. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";

import { analysisQuery, transcriptQuery } from "../api/report-queries";
import { useAnalysisRun } from "../hooks/use-analysis-run";
import { loadErrorMessage } from "../lib/report-errors";
import { ReportPage, type ReportedInterview } from "./report-page";
import { AnalysisProgress, AnalysisUnderWay, NoAnalysis, ReportLoading } from "./report-states";

interface ReportPanelProps {
  interview: ReportedInterview;
}

export function ReportPanel({ interview }: ReportPanelProps) {
  const { t } = useTranslation("report");
  const analysis = useQuery(analysisQuery(interview._id));
  const transcript = useQuery(transcriptQuery(interview._id));
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
    return (
      <ReportPage
        interview={interview}
        analysis={analysis.data.analysis}
        segments={transcript.data}
        fit={analysis.data.fit}
        run={run}
        underWay={underWay}
      />
    );
  }
  if (run.slowCall.isRunning) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Button busy>{t("analyzing")}</Button>
        <div className="w-full">
          <AnalysisProgress slowCall={run.slowCall} />
        </div>
      </div>
    );
  }
  if (underWay) return <AnalysisUnderWay isQueued={underWay === "queued"} />;
  const error = run.error ?? (problem && t(`problems.${problem}`));
  return <NoAnalysis error={error} onRun={() => void run.run()} />;
}
