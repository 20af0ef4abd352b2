/** Progress of a slow call: stage, share, queue position, elapsed time, cancel. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { stageText } from "@/api/operation-stages";
import type { OperationProgress as Progressed } from "@/api/types";
import { formatElapsed } from "@/lib/format";

import { Button } from "./button";
import { Progress } from "./progress";

interface OperationProgressProps {
  progress: Progressed | null;
  /** Shown until the server has started. */
  waitingText: string;
  /** Shown instead of the stage and the counted steps. */
  words?: { text: string; detail: string };
  onCancel?: () => void;
}

export function OperationProgress({
  progress,
  waitingText,
  words,
  onCancel,
}: OperationProgressProps) {
  const { t } = useTranslation();
  const queue = progress?.queuePosition ?? 0;
  const stage = progress ? (words?.text ?? stageText(progress.stage)) : waitingText;
  const text = queue > 0 ? t("queueAhead", { count: queue }) : stage;
  const detail = words?.detail ?? (progress && stepText(t, progress));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        {/* In a narrow column the text gets its own line. */}
        <p role="status" className="min-w-0 grow basis-56 text-base">
          <span className="font-medium">{text}</span>
          {detail && <span className="text-muted"> · {detail}</span>}
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

/** "3 of 7", where the operation counts its steps. */
function stepText(t: TFunction, { step, stepCount }: Progressed): string | null {
  return step === null || stepCount === null ? null : t("stepOf", { step, total: stepCount });
}
