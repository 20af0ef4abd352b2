import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatDateTime, formatNumber, titleCase } from "@/lib/format";

import type { JobRun } from "../api/types";
import { durationWords } from "../lib/schedule";

// Document 000 §4: success green, failed red, timeout yellow, others grey.
const TONES: Partial<Record<string, BadgeTone>> = {
  success: "success",
  failed: "danger",
  timeout: "warning",
};
const STATUSES = ["success", "failed", "timeout", "running"] as const;
const TRIGGERS = ["schedule", "manual"] as const;

function RunRow({ run }: { run: JobRun }) {
  const { t } = useTranslation("admin");
  const status = STATUSES.find((known) => known === run.status);
  const trigger = TRIGGERS.find((known) => known === run.trigger);
  return (
    <Row>
      <Cell className="h-11 font-mono text-sm whitespace-nowrap">{run.jobKey}</Cell>
      <Cell className="h-11">
        <Badge tone={TONES[run.status] ?? "neutral"} dot={run.status === "running"}>
          {status ? t(`jobs.statuses.${status}`) : titleCase(run.status)}
        </Badge>
      </Cell>
      <Cell className="h-11 whitespace-nowrap text-muted tabular-nums">
        {formatDateTime(run.startedAt)}
      </Cell>
      <Cell className="h-11 text-right whitespace-nowrap tabular-nums">
        {durationWords(run.durationMs, t)}
      </Cell>
      <Cell className="h-11 text-right tabular-nums">{formatNumber(run.processedCount)}</Cell>
      <Cell
        className={`h-11 text-right tabular-nums ${run.errorCount > 0 ? "font-medium text-danger-ink" : ""}`}
      >
        {formatNumber(run.errorCount)}
      </Cell>
      <Cell className="h-11 text-muted">
        {trigger ? t(`jobs.triggers.${trigger}`) : titleCase(run.trigger)}
      </Cell>
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
          <HeadCell>{t("jobs.started")}</HeadCell>
          <HeadCell className="text-right">{t("jobs.duration")}</HeadCell>
          <HeadCell className="text-right">{t("jobs.processed")}</HeadCell>
          <HeadCell className="text-right">{t("jobs.errors")}</HeadCell>
          <HeadCell>{t("jobs.trigger")}</HeadCell>
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
