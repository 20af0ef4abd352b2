/** Bar charts of scores and of the fit by skill. */
import { useTranslation } from "react-i18next";
import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from "recharts";

import { formatPercent } from "@/lib/format";

import { fitLabel, labelWidth } from "../../lib/bar-labels";
import { formatScore, scoreBand } from "../../lib/scores";
import { ChartFrame } from "./chart-frame";
import { BAND_FILLS, STILL, TICK, TOOLTIP } from "./chart-styles";

export interface ScoreBar {
  name: string;
  /** 0 to 10. */
  score: number;
  /** What the tooltip shows in place of the name. */
  description?: string;
}

const ROW_PX = 34;
/** Where the lines behind the bars are: quarters, for scores and for percentages. */
const TICKS = [0, 2.5, 5, 7.5, 10];

interface BarsProps {
  bars: readonly ScoreBar[];
  formatValue: (score: number) => string;
}

/** Horizontal bars, in the colors of their scores. */
function Bars({ bars, formatValue }: BarsProps) {
  const data = bars.map(({ name, description, score }, index) => ({
    id: String(index),
    name,
    description: description ?? name,
    score,
    fill: BAND_FILLS[scoreBand(score)],
  }));
  const width = labelWidth(data.map(({ name }) => name));
  return (
    <BarChart
      responsive
      layout="vertical"
      data={data}
      accessibilityLayer={false}
      margin={{ top: 0, right: 48, bottom: 0, left: 0 }}
      style={{ width: "100%", height: data.length * ROW_PX + 8 }}
    >
      <CartesianGrid horizontal={false} stroke="var(--line)" />
      <XAxis type="number" domain={[0, 10]} ticks={TICKS} hide />
      <YAxis
        type="category"
        dataKey="id"
        width={width}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={TICK}
        tickFormatter={(id: string) => fitLabel(data[Number(id)]?.name ?? "", width)}
      />
      <Tooltip
        {...TOOLTIP}
        labelFormatter={(id) => data[Number(id)]?.description ?? ""}
        formatter={(value) => [formatValue(Number(value)), ""]}
        separator=""
      />
      <Bar dataKey="score" barSize={14} radius={3} {...STILL}>
        <LabelList
          dataKey="score"
          position="right"
          fill="var(--ink)"
          fontSize={12}
          formatter={(value) => formatValue(Number(value))}
        />
      </Bar>
    </BarChart>
  );
}

/** Scores of the report next to the interviewer's own scores of the questions. */
export function ScoresChart({ bars }: { bars: readonly ScoreBar[] }) {
  const { t } = useTranslation("report");
  return (
    <ChartFrame
      caption={t("charts.scores")}
      columns={[t("charts.question"), t("sections.scores")]}
      rows={bars.map(({ name, description, score }) => [
        description ? `${name}: ${description}` : name,
        formatScore(score),
      ])}
    >
      <Bars bars={bars} formatValue={formatScore} />
    </ChartFrame>
  );
}

/** How well each required skill is met, 0 to 100. */
export function FitChart({ skills }: { skills: readonly { skill: string; score: number }[] }) {
  const { t } = useTranslation("report");
  return (
    <ChartFrame
      caption={t("charts.fit")}
      columns={[t("charts.skill"), t("charts.fit")]}
      rows={skills.map(({ skill, score }) => [skill, formatPercent(score)])}
    >
      <Bars
        bars={skills.map(({ skill, score }) => ({ name: skill, score: score / 10 }))}
        formatValue={(score) => formatPercent(score * 10)}
      />
    </ChartFrame>
  );
}
