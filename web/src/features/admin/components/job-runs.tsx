/** Table of recent job runs. */
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatDateTime, formatNumber, titleCase } from "@/lib/format";

import type { JobRun } from "../api/types";
import { formatDuration } from "../lib/schedule";

// Success green, failed red, timeout yellow, others gray.
const TONES: Partial<Record<string, BadgeTone>> = {
  success: "success",
  failed: "danger",
  timeout: "warning",
};
const STATUSES = ["success", "failed", "timeout", "running"] as const;
const TRIGGERS = ["schedule", "manual", "dry_run"] as const;

function RunRow({ run }: { run: JobRun }) {
  const { t } = useTranslation("admin");
  const status = STATUSES.find((known) => known === run.status);
  const trigger = TRIGGERS.find((known) => known === run.trigger);
  const triggerWord = trigger ? t(`jobs.triggers.${trigger}`) : titleCase(run.trigger);
  return (
    <Row>
      <Cell className="h-11">
        <span className="font-mono text-sm break-words">{run.jobKey}</span>
        {/* On narrow screens the columns become text. */}
        <span className="mt-1 block text-sm text-muted tabular-nums lg:hidden">
          {formatDateTime(run.startedAt)} · {formatDuration(run.durationMs, t)}
          <br />
          {t("jobs.processed")}: {formatNumber(run.processedCount)} · {t("jobs.errors")}:{" "}
          {formatNumber(run.errorCount)} · {triggerWord}
        </span>
      </Cell>
      <Cell className="h-11">
        <Badge tone={TONES[run.status] ?? "neutral"} dot={run.status === "running"}>
          {status ? t(`jobs.statuses.${status}`) : titleCase(run.status)}
        </Badge>
      </Cell>
      <Cell className="h-11 whitespace-nowrap text-muted tabular-nums max-lg:hidden">
        {formatDateTime(run.startedAt)}
      </Cell>
      <Cell className="h-11 text-right whitespace-nowrap tabular-nums max-lg:hidden">
        {formatDuration(run.durationMs, t)}
      </Cell>
      <Cell className="h-11 text-right tabular-nums max-lg:hidden">
        {formatNumber(run.processedCount)}
      </Cell>
      <Cell
        className={`h-11 text-right tabular-nums max-lg:hidden ${run.errorCount > 0 ? "font-medium text-danger-ink" : ""}`}
      >
        {formatNumber(run.errorCount)}
      </Cell>
      <Cell className="h-11 text-muted max-lg:hidden">{triggerWord}</Cell>
    </Row>
  );
}

export function JobRuns({ runs }: { runs: readonly JobRun[] }) {
  const { t } = useTranslation("admin");
  if (runs.length === 0) {
    return <p className="px-4 pt-2 pb-5 text-muted">{t("jobs.emptyRuns")}</p>;
  }
  return (
    <Table aria-label={t("jobs.recent")}>
      <thead>
        <tr>
          <HeadCell>{t("jobs.job")}</HeadCell>
          <HeadCell>{t("jobs.status")}</HeadCell>
          <HeadCell className="max-lg:hidden">{t("jobs.started")}</HeadCell>
          <HeadCell className="text-right max-lg:hidden">{t("jobs.duration")}</HeadCell>
          <HeadCell className="text-right max-lg:hidden">{t("jobs.processed")}</HeadCell>
          <HeadCell className="text-right max-lg:hidden">{t("jobs.errors")}</HeadCell>
          <HeadCell className="max-lg:hidden">{t("jobs.trigger")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run._id} run={run} />
        ))}
      </tbody>
    </Table>
  );
}
