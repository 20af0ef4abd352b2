import { CircleCheck, RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

import type { UploadSummary } from "../lib/uploads";

interface UploadOutcomeProps {
  summary: UploadSummary;
  isPaused: boolean;
  onRetryFailed: (() => void) | null;
  onResume: () => void;
}

/** The figures so far, and at the end the way to what came of it. */
export function UploadOutcome(props: UploadOutcomeProps) {
  const { t } = useTranslation("bulk");
  const { summary, isPaused } = props;
  const isDone = !summary.isBusy || isPaused;
  const created = [
    summary.candidates > 0 && t("outcome.candidates", { count: summary.candidates }),
    summary.jobs > 0 && t("outcome.jobs", { count: summary.jobs }),
  ].filter(Boolean);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div role="status">
        <p className="tabular-nums">
          <span className="font-medium">{t("outcome.valid", { count: summary.valid })}</span>
          {summary.unsupported > 0 && (
            <span className="text-muted">
              {" "}
              {t("outcome.unsupported", { count: summary.unsupported })}
            </span>
          )}
        </p>
        {isDone && created.length > 0 && (
          <p className="mt-0.5 flex items-center gap-2 text-success-ink">
            <CircleCheck size={16} className="shrink-0" aria-hidden />
            {t("outcome.created", { what: created.join(", ") })}
          </p>
        )}
        {summary.isBusy && !isPaused && (
          <p className="mt-0.5 text-muted">{t("outcome.keepOpen")}</p>
        )}
        {isPaused && summary.waiting > 0 && (
          <p className="mt-0.5 text-warning-ink">{t("outcome.paused")}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isPaused && summary.waiting > 0 && (
          <Button onClick={props.onResume}>{t("outcome.resume")}</Button>
        )}
        {isDone && props.onRetryFailed && (
          <Button icon={RotateCcw} onClick={props.onRetryFailed}>
            {t("outcome.retryFailed")}
          </Button>
        )}
        {isDone && summary.jobs > 0 && (
          <Link to={paths.jobs} className={buttonClass("secondary")}>
            {t("outcome.viewJobs")}
          </Link>
        )}
        {isDone && summary.candidates > 0 && (
          <Link to={paths.candidates} className={buttonClass("primary")}>
            {t("outcome.viewCandidates")}
          </Link>
        )}
      </div>
    </div>
  );
}
