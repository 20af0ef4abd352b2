/** Scheduled Jobs: registered jobs and recent runs. */
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

import { jobRegistryQuery, jobRunsQuery } from "../api/scheduled-jobs";
import { AdminFrame } from "./admin-frame";
import { JobRuns } from "./job-runs";
import { ListSkeleton } from "./list-skeleton";
import { RegisteredJobs } from "./registered-jobs";

/** Failed refreshes raise no error here: the last loaded data stays and is marked as outdated. */
function QuietFailure({ hasData }: { hasData: boolean }) {
  const { t } = useTranslation("admin");
  return (
    <p role="status" className="px-4 pb-3 text-sm text-muted">
      {hasData ? t("jobs.stale") : t("jobs.notLoaded")}
    </p>
  );
}

const CARD_BODY = "p-0 pt-1 [&>div]:rounded-t-none [&>div]:border-0 [&>div]:border-t";

export function ScheduledJobsPage() {
  const { t } = useTranslation("admin");
  const registry = useQuery(jobRegistryQuery);
  const runs = useQuery(jobRunsQuery);
  return (
    <AdminFrame title={t("jobs.title")}>
      <Card
        title={t("jobs.registered")}
        bodyClassName={CARD_BODY}
        className="overflow-hidden"
        actions={
          <Button
            size="sm"
            icon={RefreshCw}
            busy={registry.isFetching}
            onClick={() => void registry.refetch()}
          >
            {t("jobs.refreshRegistry")}
          </Button>
        }
      >
        {registry.isError && <QuietFailure hasData={registry.data !== undefined} />}
        {registry.data && <RegisteredJobs jobs={registry.data} />}
        {registry.isPending && <ListSkeleton label={t("jobs.loadingRegistry")} rows={3} />}
      </Card>
      <Card
        title={t("jobs.recent")}
        bodyClassName={CARD_BODY}
        className="overflow-hidden"
        actions={
          <Button
            size="sm"
            icon={RefreshCw}
            busy={runs.isFetching}
            onClick={() => void runs.refetch()}
          >
            {t("jobs.refreshRuns")}
          </Button>
        }
      >
        {runs.isError && <QuietFailure hasData={runs.data !== undefined} />}
        {runs.data && <JobRuns runs={runs.data} />}
        {runs.isPending && <ListSkeleton label={t("jobs.loadingRuns")} />}
      </Card>
    </AdminFrame>
  );
}
