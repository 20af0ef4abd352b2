/** Admin Panel: summary cards and user statistics. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { ExportList } from "@/components/export-list";
import { ErrorState } from "@/components/ui/error-state";

import { dashboardQuery } from "../api/dashboard";
import { downloadUsage } from "../api/usage";
import { AdminFrame } from "./admin-frame";
import { AdminLinks } from "./admin-links";
import { ListSkeleton } from "./list-skeleton";
import { SetupReminder } from "./setup/setup-reminder";
import { SummaryCards } from "./summary-cards";
import { UserStatistics } from "./user-statistics";

const EXPORTED_DAYS = 365;

/** Usage of everybody in the last year, as CSV. */
function ExportUsage() {
  const { t } = useTranslation("admin");
  return (
    <ExportList
      read={() => downloadUsage(EXPORTED_DAYS)}
      name="usage.csv"
      label={t("overview.exportUsage")}
    />
  );
}

export function AdminPage() {
  const { t } = useTranslation("admin");
  const dashboard = useQuery(dashboardQuery);
  return (
    <AdminFrame title={t("overview.title")}>
      <SetupReminder />
      {dashboard.isError && !dashboard.data ? (
        <ErrorState
          title={t("overview.errorTitle")}
          message={errorText(dashboard.error, t("overview.errorFallback"))}
          retrying={dashboard.isFetching}
          onRetry={() => void dashboard.refetch()}
          className="rounded-lg border border-line bg-surface"
        />
      ) : (
        <>
          <SummaryCards summary={dashboard.data?.summary} />
          <section aria-labelledby="user-statistics" className="flex flex-col gap-3">
            <div className="flex items-center justify-between gap-3">
              <h2 id="user-statistics" className="text-md font-semibold">
                {t("overview.statistics")}
              </h2>
              <ExportUsage />
            </div>
            {dashboard.data ? (
              <UserStatistics users={dashboard.data.users} />
            ) : (
              <ListSkeleton label={t("overview.loading")} />
            )}
          </section>
        </>
      )}
      <AdminLinks />
    </AdminFrame>
  );
}
