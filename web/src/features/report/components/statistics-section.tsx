/** Interview statistics of a report: duration, credits, lines, talk time. */
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { siteQuery } from "@/api/site";
import { TitledSection } from "@/components/ui/titled-section";
import { formatNumber, formatPercent } from "@/lib/format";

import type { Segment } from "../api/types";
import { formatDuration, interviewMinutes } from "../lib/duration";
import { hasBarLabel, talkTime, talkTimeInsight } from "../lib/talk-time";
import { talkTimeOverTime, talkTimePerQuestion } from "../lib/talk-time-series";
import { ChartPlace, LazyTalkTimeCharts } from "./charts/lazy-charts";

/** A chart with its caption and legend. */
const CHART_PX = 250;

interface StatisticsSectionProps {
  segments: readonly Segment[];
  billedMinutes: number | null;
  billedCredits: number | null;
}

export function StatisticsSection({
  segments,
  billedMinutes,
  billedCredits,
}: StatisticsSectionProps) {
  const { t } = useTranslation("report");
  const isMetered = useQuery(siteQuery).data?.billingMode !== "off";
  const minutes = interviewMinutes(billedMinutes, segments);
  const split = talkTime(segments);
  const overTime = useMemo(() => talkTimeOverTime(segments), [segments]);
  const perQuestion = useMemo(() => talkTimePerQuestion(segments), [segments]);
  const chartCount = [overTime, perQuestion].filter(({ length }) => length > 1).length;
  const insight = split && talkTimeInsight(split.candidatePercent);
  return (
    <TitledSection heading={t("statistics.title")}>
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        <Figure
          name={t("statistics.duration")}
          value={minutes === null ? t("statistics.notKnown") : formatDuration(t, minutes)}
        />
        {isMetered && billedCredits !== null && (
          <Figure name={t("statistics.credits")} value={formatNumber(billedCredits)} />
        )}
        <Figure name={t("statistics.lines")} value={formatNumber(segments.length)} />
      </dl>
      {split && (
        <div className="mt-5 max-w-prose">
          <p className="mb-1.5 text-sm text-muted">
            {t(split.measuredBy === "text" ? "statistics.talkTimeByText" : "statistics.talkTime")}
          </p>
          <div
            role="img"
            aria-label={t("statistics.split", {
              candidate: formatPercent(split.candidatePercent),
              interviewer: formatPercent(split.interviewerPercent),
            })}
            className="flex h-7 overflow-hidden rounded-md text-sm font-medium tabular-nums print:[print-color-adjust:exact]"
          >
            <span
              className="flex items-center justify-center bg-accent text-on-accent"
              style={{ width: `${split.candidatePercent}%` }}
            >
              {hasBarLabel(split.candidatePercent) && formatPercent(split.candidatePercent)}
            </span>
            <span
              className="flex items-center justify-center bg-line text-ink"
              style={{ width: `${split.interviewerPercent}%` }}
            >
              {hasBarLabel(split.interviewerPercent) && formatPercent(split.interviewerPercent)}
            </span>
          </div>
          <p aria-hidden className="mt-1.5 flex justify-between text-sm text-muted">
            <span>{t("speakers.candidate")}</span>
            <span>{t("speakers.interviewer")}</span>
          </p>
        </div>
      )}
      {split && insight && (
        <p className="mt-3 flex items-center gap-2 text-warning-ink">
          <TriangleAlert size={16} className="shrink-0" aria-hidden />{" "}
          {t(`statistics.${insight}`, { percent: formatPercent(split.candidatePercent) })}
        </p>
      )}
      {chartCount > 0 && (
        <ChartPlace heightPx={chartCount * CHART_PX}>
          <LazyTalkTimeCharts overTime={overTime} perQuestion={perQuestion} />
        </ChartPlace>
      )}
    </TitledSection>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 text-lg font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
