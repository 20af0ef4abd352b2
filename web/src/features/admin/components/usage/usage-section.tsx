/** Usage and cost of one user in a period: totals, by source, and per day. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { ExportList } from "@/components/export-list";
import { ErrorState } from "@/components/ui/error-state";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";

import { downloadUserUsage, userUsageQuery } from "../../api/usage";
import { USAGE_PERIODS, type UsagePeriod } from "../../lib/usage-days";
import { DailyUsage } from "./daily-usage";
import { SourceTable } from "./source-table";
import { UsageTotals } from "./usage-totals";

export function UsageSection({ userId }: { userId: string }) {
  const { t } = useTranslation("admin");
  const [days, setDays] = useState<UsagePeriod>(30);
  const query = useQuery(userUsageQuery(userId, days));
  const usage = query.data;
  return (
    <section aria-labelledby="usage" className="flex flex-col gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="usage" className="text-md font-semibold">
          {t("usage.title")}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={t("usage.period")}
            className="w-48"
            value={String(days)}
            onChange={(value) => setDays(USAGE_PERIODS.find((one) => String(one) === value) ?? 30)}
            options={USAGE_PERIODS.map((one) => ({
              value: String(one),
              label: t(`usage.periods.${one}`),
            }))}
          />
          <ExportList read={() => downloadUserUsage(userId, days)} name="usage.csv" />
        </div>
      </header>
      {usage ? (
        <div
          aria-busy={query.isPlaceholderData}
          className="flex flex-col gap-6 transition-opacity aria-busy:opacity-60"
        >
          <UsageTotals totals={usage.totals} />
          <SourceTable title={t("usage.llmBySource")} rows={usage.llmBySource} />
          {usage.sttBySource.length > 0 && (
            <SourceTable title={t("usage.sttBySource")} rows={usage.sttBySource} hasAudio />
          )}
          {usage.otherBySource.length > 0 && (
            <SourceTable title={t("usage.otherBySource")} rows={usage.otherBySource} />
          )}
          <DailyUsage usage={usage} />
        </div>
      ) : query.isError ? (
        <ErrorState
          title={t("usage.errorTitle")}
          message={errorText(query.error, t("user.errorFallback"))}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
          className="rounded-lg border border-line bg-surface"
        />
      ) : (
        <div role="status" aria-label={t("usage.loading")} className="flex flex-col gap-5">
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
      )}
    </section>
  );
}
