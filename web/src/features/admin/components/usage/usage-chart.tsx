/** Chart of the engine calls per day. */
import { useTranslation } from "react-i18next";
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";

import { formatDay, formatNumber } from "@/lib/format";

import type { DayCalls } from "../../lib/usage-days";

const AXIS = {
  stroke: "var(--line)",
  tick: { fill: "var(--ink-muted)", fontSize: 12 },
  tickLine: false,
} as const;

interface UsageChartProps {
  days: DayCalls[];
  heightPx: number;
}

export function UsageChart({ days, heightPx }: UsageChartProps) {
  const { t } = useTranslation("admin");
  const bars = [
    { key: "llmCalls", name: t("usage.dayLlmCalls"), fill: "var(--accent)" },
    { key: "sttCalls", name: t("usage.daySttCalls"), fill: "var(--line-strong)" },
  ];
  return (
    <>
      <p className="mb-3 flex gap-4 text-sm text-muted">
        {bars.map(({ key, name, fill }) => (
          <span key={key} className="flex items-center gap-1.5">
            <span className="size-2.5 rounded-sm" style={{ background: fill }} />
            {name}
          </span>
        ))}
      </p>
      <BarChart
        responsive
        data={days}
        accessibilityLayer={false}
        margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        style={{ width: "100%", height: heightPx }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="date" {...AXIS} minTickGap={32} tickFormatter={formatDay} />
        <YAxis
          width={48}
          {...AXIS}
          axisLine={false}
          allowDecimals={false}
          tickFormatter={(value: number) => formatNumber(value)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--surface-hover)" }}
          contentStyle={{
            background: "var(--surface)",
            border: "1px solid var(--line)",
            borderRadius: 6,
            color: "var(--ink)",
            fontSize: 13,
          }}
          itemStyle={{ color: "var(--ink)" }}
          labelStyle={{ color: "var(--ink-muted)" }}
          labelFormatter={(date) => (typeof date === "string" ? formatDay(date) : "")}
          formatter={(value) => formatNumber(Number(value))}
        />
        {bars.map(({ key, name, fill }) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            stackId="calls"
            fill={fill}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </>
  );
}
