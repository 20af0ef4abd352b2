/** Runs or stops the analysis and reloads the report and transcript afterwards. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { findDetails } from "@/api/error-details";
import { errorText, isCancelled } from "@/api/errors";
import { useSlowCall, type SlowCall } from "@/api/operations";
import { useToast } from "@/components/ui/toast-context";

import { analysisQuery, transcriptQuery } from "../api/report-queries";
import { cancelAnalysis, runAnalysis } from "../api/run-analysis";
import { analysisErrorMessage } from "../lib/report-errors";

export interface AnalysisRun {
  slowCall: SlowCall;
  error: string | null;
  /** Resolves to true if a report was written. */
  run: () => Promise<boolean>;
  /** Stops the report that is being written, even if another user started it. */
  cancel: () => Promise<void>;
  isCancelling: boolean;
}

export function useAnalysisRun(interviewId: string): AnalysisRun {
  const { t } = useTranslation("report");
  const client = useQueryClient();
  const toast = useToast();
  const slowCall = useSlowCall();
  const [error, setError] = useState<string | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: analysisQuery(interviewId).queryKey }),
      client.invalidateQueries({ queryKey: transcriptQuery(interviewId).queryKey }),
    ]);
  const run = async () => {
    setError(null);
    try {
      await slowCall.run((call) => runAnalysis(interviewId, call));
      return true;
    } catch (failure) {
      if (!isCancelled(failure) && !wasStopped(failure)) setError(analysisErrorMessage(t, failure));
      return false;
    } finally {
      await reload();
    }
  };
  const cancel = async () => {
    setCancelling(true);
    try {
      await cancelAnalysis(interviewId);
    } catch (failure) {
      toast.show(errorText(failure, t("underWay.cancelFailed")), "error");
    } finally {
      await reload();
      setCancelling(false);
    }
  };
  return { slowCall, error, run, cancel, isCancelling };
}

/** Whether a run failed because someone stopped it. */
function wasStopped(failure: unknown): boolean {
  return findDetails(failure, "ANALYSIS_FAILED")?.problem === "cancelled";
}
