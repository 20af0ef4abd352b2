import { FileClock, TriangleAlert } from "lucide-react";

import type { SlowCall } from "@/api/operations";
import { Button } from "@/components/ui/button";
import { OperationProgress } from "@/components/ui/operation-progress";
import { Progress } from "@/components/ui/progress";
import { Spinner } from "@/components/ui/spinner";
import { stageWords } from "@/lib/stage-words";

export function ReportLoading() {
  return (
    <div className="flex items-center justify-center gap-3 py-20 text-muted" role="status">
      <Spinner size={20} /> Loading interview report...
    </div>
  );
}

/** The tab before there is anything to report on. */
export function ReportNotAvailable() {
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <FileClock size={28} strokeWidth={1.5} className="mb-4 text-faint" aria-hidden />
      <h2 className="text-md font-semibold">Report Not Available</h2>
      <p className="mt-1.5 text-muted">
        The interview report will be available once the interview is completed.
      </p>
    </div>
  );
}

/** A run that this page started, with all that is known of it. */
export function AnalysisProgress({ slowCall }: { slowCall: SlowCall }) {
  const { progress } = slowCall;
  return (
    <div className="rounded-lg border border-line bg-sunken p-4 print:hidden">
      <OperationProgress
        progress={progress}
        waitingText="Analyzing..."
        stages={progress ? { [progress.stage]: stageWords(progress.stage) } : {}}
      />
    </div>
  );
}

/** A run that began by itself when the interview ended. */
export function AnalysisUnderWay({ isQueued }: { isQueued: boolean }) {
  const text = isQueued ? "The report is waiting for the model" : "The report is being written";
  return (
    <div className="rounded-lg border border-line bg-sunken p-4 print:hidden">
      <p role="status" className="mb-2 font-medium">
        {text}
      </p>
      <Progress share={null} label={text} />
      <p className="mt-2 text-sm text-muted">
        A long conversation takes some minutes. You can leave this page; the work goes on.
      </p>
    </div>
  );
}

interface NoAnalysisProps {
  /** What the last run failed with; null when none was made. */
  error: string | null;
  onRun: () => void;
}

export function NoAnalysis({ error, onRun }: NoAnalysisProps) {
  return (
    <div className="rounded-lg border border-warning/50 bg-warning-soft p-5 text-warning-ink">
      <h2 className="flex items-center gap-2 text-md font-semibold">
        <TriangleAlert size={18} aria-hidden /> Analysis Not Available
      </h2>
      <p className="mt-1">The interview transcript has not been analyzed yet.</p>
      {error && (
        <p role="alert" className="mt-2 font-medium">
          {error}
        </p>
      )}
      <Button variant="primary" className="mt-4" onClick={onRun}>
        Run Analysis Now
      </Button>
    </div>
  );
}
