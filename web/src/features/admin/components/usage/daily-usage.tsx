/** Daily Usage Breakdown: a chart of the calls, and a table of the days with usage, newest first. */
import { lazy, Suspense, useId, useState, type ComponentType } from "react";
import { useTranslation } from "react-i18next";

import { Pagination } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatDay, formatDollars, formatNumber } from "@/lib/format";

import type { UserUsage } from "../../api/types";
import { fillDays, mergeDays } from "../../lib/usage-days";
import type { UsageChart as Chart } from "./usage-chart";

const CHART_PX = 200;
const LIMIT = 31;

// The table has the same figures, so a chart that cannot be loaded is left out.
const UsageChart = lazy(
  async (): Promise<{ default: ComponentType<Parameters<typeof Chart>[0]> }> => {
    try {
      return { default: (await import("./usage-chart")).UsageChart };
    } catch {
      return { default: () => null };
    }
  },
);

export function DailyUsage({ usage }: { usage: UserUsage }) {
  const { t } = useTranslation("admin");
  const id = useId();
  const [requestedPage, setPage] = useState(1);
  const days = mergeDays(usage);
  const totalPages = Math.ceil(days.length / LIMIT);
  const page = Math.min(requestedPage, Math.max(1, totalPages));
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="text-base font-semibold">
        {t("usage.daily")}
      </h3>
      {days.length === 0 ? (
        <p className="text-base text-muted">{t("usage.none")}</p>
      ) : (
        <>
          <div
            // The table below has the figures.
            aria-hidden
            className="rounded-lg border border-line bg-surface p-4"
          >
            <Suspense
              fallback={
                <div style={{ height: CHART_PX }}>
                  <Skeleton className="h-full w-full" />
                </div>
              }
            >
              <UsageChart
                days={fillDays(days, usage.firstDay, usage.lastDay)}
                heightPx={CHART_PX}
              />
            </Suspense>
          </div>
          <Table aria-labelledby={id} className="min-w-3xl">
            <thead>
              <tr>
                <HeadCell>{t("usage.date")}</HeadCell>
                <HeadCell className="text-right">{t("usage.dayLlmCalls")}</HeadCell>
                <HeadCell className="text-right">{t("usage.dayLlmTokens")}</HeadCell>
                <HeadCell className="text-right">{t("usage.dayLlmCost")}</HeadCell>
                <HeadCell className="text-right">{t("usage.daySttCalls")}</HeadCell>
                <HeadCell className="text-right">{t("usage.daySttCost")}</HeadCell>
                <HeadCell className="text-right">{t("usage.totalCost")}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {days.slice((page - 1) * LIMIT, page * LIMIT).map((day) => (
                <Row key={day.date}>
                  <Cell className="h-11 whitespace-nowrap">{formatDay(day.date)}</Cell>
                  {[
                    formatNumber(day.llmCalls),
                    formatNumber(day.llmTokens),
                    formatDollars(day.llmCost),
                    formatNumber(day.sttCalls),
                    formatDollars(day.sttCost),
                    formatDollars(day.totalCost),
                  ].map((value, index) => (
                    <Cell key={index} className="h-11 text-right tabular-nums">
                      {value}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
          <Pagination
            pages={{
              page,
              limit: LIMIT,
              total: days.length,
              totalPages,
              hasMore: page < totalPages,
            }}
            onPage={setPage}
            label={t("usage.dailyPages")}
          />
        </>
      )}
    </section>
  );
}
