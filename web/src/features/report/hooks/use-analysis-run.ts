/** Runs the analysis and reloads the report and transcript afterwards. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isCancelled } from "@/api/errors";
import { useSlowCall, type SlowCall } from "@/api/operations";

import { analysisQuery, transcriptQuery } from "../api/report-queries";
import { runAnalysis } from "../api/run-analysis";
import { analysisErrorMessage } from "../lib/report-errors";

export interface AnalysisRun {
  slowCall: SlowCall;
  error: string | null;
  /** Resolves to true if a report was written. */
  run: () => Promise<boolean>;
}

export function useAnalysisRun(interviewId: string): AnalysisRun {
  const { t } = useTranslation("report");
  const client = useQueryClient();
  const slowCall = useSlowCall();
  const [error, setError] = useState<string | null>(null);
  const run = async () => {
    setError(null);
    try {
      await slowCall.run((call) => runAnalysis(interviewId, call));
      return true;
    } catch (failure) {
      if (!isCancelled(failure)) setError(analysisErrorMessage(t, failure));
      return false;
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: analysisQuery(interviewId).queryKey }),
        client.invalidateQueries({ queryKey: transcriptQuery(interviewId).queryKey }),
      ]);
    }
  };
  return { slowCall, error, run };
}
