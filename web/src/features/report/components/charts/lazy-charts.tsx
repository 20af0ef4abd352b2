/** The charts, loaded with their library when a report is shown. */
import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";

import type { FitChart, ScoresChart } from "./score-charts";
import type { TalkTimeCharts } from "./talk-time-charts";

/** In place of charts that could not be loaded: the report itself is not affected. */
function ChartsFailed() {
  const { t } = useTranslation("report");
  return <p className="text-sm text-muted italic print:hidden">{t("charts.failed")}</p>;
}

function lazyChart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: ChartsFailed };
    }
  });
}

export const LazyScoresChart = lazyChart<Parameters<typeof ScoresChart>[0]>(
  async () => (await import("./score-charts")).ScoresChart,
);
export const LazyFitChart = lazyChart<Parameters<typeof FitChart>[0]>(
  async () => (await import("./score-charts")).FitChart,
);
export const LazyTalkTimeCharts = lazyChart<Parameters<typeof TalkTimeCharts>[0]>(
  async () => (await import("./talk-time-charts")).TalkTimeCharts,
);

/** Place of charts while they load, so that nothing below them moves. */
export function ChartPlace({ heightPx, children }: { heightPx: number; children: ReactNode }) {
  return (
    <div className="mt-5" style={{ minHeight: heightPx }}>
      <Suspense fallback={<LoadingChart heightPx={heightPx} />}>{children}</Suspense>
    </div>
  );
}

function LoadingChart({ heightPx }: { heightPx: number }) {
  const { t } = useTranslation("report");
  return (
    <div role="status" style={{ height: heightPx }}>
      <span className="sr-only">{t("charts.loading")}</span>
      <Skeleton className="h-full w-full" />
    </div>
  );
}
