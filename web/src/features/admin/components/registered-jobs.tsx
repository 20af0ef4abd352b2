/** Table of registered jobs with 'Run now' and, where a job supports it, 'Dry run'. */
import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";

import { useRunJob } from "../api/scheduled-jobs";
import type { RegisteredJob } from "../api/types";
import { KNOWN_JOBS } from "../lib/known-jobs";
import { formatSchedule } from "../lib/schedule";

function JobRow({ job }: { job: RegisteredJob }) {
  const { t, i18n } = useTranslation("admin");
  const run = useRunJob();
  const known = KNOWN_JOBS.find((key) => key === job.key);
  return (
    <Row>
      <Cell>
        <span className="font-mono text-sm break-words">{job.key}</span>
        <span className="mt-1 flex flex-wrap gap-x-2 text-sm tabular-nums sm:hidden">
          {formatSchedule(job.schedule, t, i18n.language)}
          <span className="text-muted">
            {t("jobs.enabled")}: {job.enabledByDefault ? t("jobs.yes") : t("jobs.no")}
          </span>
        </span>
        {known && (
          <span className="block text-sm wrap-anywhere text-muted">{t(`jobs.names.${known}`)}</span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums max-sm:hidden">
        {formatSchedule(job.schedule, t, i18n.language)}
      </Cell>
      <Cell className="max-sm:hidden">
        <Badge tone={job.enabledByDefault ? "success" : "neutral"}>
          {job.enabledByDefault ? t("jobs.yes") : t("jobs.no")}
        </Badge>
      </Cell>
      <Cell className="w-px">
        <span className="flex justify-end gap-2 max-lg:flex-col max-lg:items-end">
          {job.hasDryRun && (
            <Button
              size="sm"
              disabled={run.isPending}
              aria-label={t("jobs.dryRunOf", { job: job.key })}
              onClick={() => run.mutate({ key: job.key, dryRun: true })}
            >
              {t("jobs.dryRun")}
            </Button>
          )}
          <Button
            size="sm"
            icon={Play}
            busy={run.isPending}
            aria-label={t("jobs.runNowOf", { job: job.key })}
            onClick={() => run.mutate({ key: job.key, dryRun: false })}
          >
            {run.isPending ? t("jobs.running") : t("jobs.runNow")}
          </Button>
        </span>
      </Cell>
    </Row>
  );
}

export function RegisteredJobs({ jobs }: { jobs: readonly RegisteredJob[] }) {
  const { t } = useTranslation("admin");
  if (jobs.length === 0) {
    return <p className="px-4 pt-2 pb-5 text-muted">{t("jobs.emptyRegistry")}</p>;
  }
  return (
    <Table aria-label={t("jobs.registered")}>
      <thead>
        <tr>
          <HeadCell>{t("jobs.key")}</HeadCell>
          <HeadCell className="max-sm:hidden">{t("jobs.schedule")}</HeadCell>
          <HeadCell className="max-sm:hidden">{t("jobs.enabled")}</HeadCell>
          <HeadCell className="text-right">{t("jobs.action")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <JobRow key={job.key} job={job} />
        ))}
      </tbody>
    </Table>
  );
}
