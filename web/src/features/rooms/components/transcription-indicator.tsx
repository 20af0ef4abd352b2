/** Colored dot with the state of the live transcription. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";

import type { TranscriptionStatus } from "../lib/transcription-status";

const DOTS: Record<TranscriptionStatus["state"], string> = {
  waiting: "bg-line-strong",
  stopped: "bg-line-strong",
  detecting: "bg-warning",
  active: "bg-success",
  behind: "bg-warning",
  catchingUp: "bg-warning",
  reconnecting: "bg-warning",
  error: "bg-danger",
  timeout: "bg-danger",
  failed: "bg-danger",
};

interface TranscriptionIndicatorProps {
  status: TranscriptionStatus;
  onReconnect: () => void;
  className?: string;
}

export function TranscriptionIndicator(props: TranscriptionIndicatorProps) {
  const { t } = useTranslation("rooms");
  const { status, onReconnect, className } = props;
  return (
    <span className={cn("inline-flex flex-wrap items-center gap-x-3 gap-y-1", className)}>
      <span role="status" className="inline-flex items-center gap-2 text-sm text-muted">
        <span aria-hidden className={cn("size-2 shrink-0 rounded-full", DOTS[status.state])} />
        {statusText(t, status)}
      </span>
      {status.state === "failed" && (
        <Button size="sm" onClick={onReconnect}>
          {t("tryAgain")}
        </Button>
      )}
    </span>
  );
}

function statusText(t: TFunction<"rooms">, status: TranscriptionStatus): string {
  switch (status.state) {
    case "waiting":
      return t("transcript.waiting");
    case "detecting":
      return t("transcript.detecting");
    case "active":
      return t("transcript.listening");
    case "behind":
      return t("transcript.behind", { count: status.seconds });
    case "catchingUp":
      return t("transcript.catchingUp", { count: status.seconds });
    case "reconnecting":
      return t("transcript.reconnecting");
    case "error":
      return t("transcript.lost");
    case "timeout":
    case "failed":
      return t(`transcript.${status.isKept ? (`${status.state}Kept` as const) : status.state}`);
    case "stopped":
      return t("transcript.stopped");
  }
}
