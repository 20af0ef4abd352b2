/** States of the report tab without a report: loading, not available, running, failed. */
import { FileClock, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { OperationProgress } from "@/components/ui/operation-progress";
import { Progress } from "@/components/ui/progress";
import { Spinner } from "@/components/ui/spinner";

import type { AnalysisRun } from "../hooks/use-analysis-run";

export function ReportLoading() {
  const { t } = useTranslation("report");
  return (
    <div className="flex items-center justify-center gap-3 py-20 text-muted" role="status">
      <Spinner size={20} /> {t("loading")}
    </div>
  );
}

/** Shown before the interview is completed. */
export function ReportNotAvailable() {
  const { t } = useTranslation("report");
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <FileClock size={28} strokeWidth={1.5} className="mb-4 text-faint" aria-hidden />
      <h2 className="text-md font-semibold">{t("notAvailable.title")}</h2>
      <p className="mt-1.5 text-muted">{t("notAvailable.text")}</p>
    </div>
  );
}

/** Progress of a run that this page started. */
export function AnalysisProgress({ run }: { run: AnalysisRun }) {
  const { t } = useTranslation("report");
  return (
    <div className="rounded-lg border border-line bg-sunken p-4 print:hidden">
      <OperationProgress progress={run.slowCall.progress} waitingText={t("analyzing")} />
      <CancelButton run={run} />
    </div>
  );
}

interface AnalysisUnderWayProps {
  isQueued: boolean;
  /** Null for a user who may not stop it. */
  run: AnalysisRun | null;
}

/** A run that the server started when the interview ended. */
export function AnalysisUnderWay({ isQueued, run }: AnalysisUnderWayProps) {
  const { t } = useTranslation("report");
  const text = t(isQueued ? "underWay.queued" : "underWay.running");
  return (
    <div className="rounded-lg border border-line bg-sunken p-4 print:hidden">
      <p role="status" className="mb-2 font-medium">
        {text}
      </p>
      <Progress share={null} label={text} />
      <p className="mt-2 text-sm text-muted">{t("underWay.hint")}</p>
      {run && <CancelButton run={run} />}
    </div>
  );
}

function CancelButton({ run }: { run: AnalysisRun }) {
  const { t } = useTranslation("report");
  return (
    <Button className="mt-3" size="sm" busy={run.isCancelling} onClick={() => void run.cancel()}>
      {t("underWay.cancel")}
    </Button>
  );
}

interface NoAnalysisProps {
  /** Why the latest run failed; null if there was none. */
  error: string | null;
  /** Null for a user who may not have it written. */
  onRun: (() => void) | null;
}

export function NoAnalysis({ error, onRun }: NoAnalysisProps) {
  const { t } = useTranslation("report");
  return (
    <div className="rounded-lg border border-warning/50 bg-warning-soft p-5 text-warning-ink">
      <h2 className="flex items-center gap-2 text-md font-semibold">
        <TriangleAlert size={18} aria-hidden /> {t("noAnalysis.title")}
      </h2>
      <p className="mt-1">{t("noAnalysis.text")}</p>
      {error && (
        <p role="alert" className="mt-2 font-medium">
          {error}
        </p>
      )}
      {onRun && (
        <Button variant="primary" className="mt-4" onClick={onRun}>
          {t("noAnalysis.run")}
        </Button>
      )}
    </div>
  );
}
