/** Progress of a slow call: stage, share, queue position, elapsed time, cancel. */
import { useTranslation } from "react-i18next";

import type { OperationProgress as Progressed } from "@/api/types";
import { formatElapsed, titleCase } from "@/lib/format";

import { Button } from "./button";
import { Progress } from "./progress";

interface OperationProgressProps {
  progress: Progressed | null;
  /** Shown until the server has started the call. */
  waitingText: string;
  /** Text per stage; a stage without an entry is shown as its own words. */
  stages?: Partial<Record<string, string>>;
  onCancel?: () => void;
}

export function OperationProgress({
  progress,
  waitingText,
  stages = {},
  onCancel,
}: OperationProgressProps) {
  const { t } = useTranslation();
  const queue = progress?.queuePosition ?? 0;
  const stage = progress ? (stages[progress.stage] ?? titleCase(progress.stage)) : waitingText;
  const text = queue > 0 ? t("queueAhead", { count: queue }) : stage;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        {/* In a narrow column the text gets its own line. */}
        <p role="status" className="min-w-0 grow basis-56 text-base">
          <span className="font-medium">{text}</span>
          {progress?.detail && <span className="text-muted"> · {progress.detail}</span>}
        </p>
        <span className="ml-auto flex items-center gap-3">
          {progress && (
            <span className="font-mono text-sm text-muted tabular-nums">
              {formatElapsed(progress.elapsedSeconds)}
            </span>
          )}
          {onCancel && (
            <Button size="sm" variant="ghost" onClick={onCancel}>
              {t("cancel")}
            </Button>
          )}
        </span>
      </div>
      <Progress share={progress && queue === 0 ? progress.share : null} label={text} />
    </div>
  );
}
