/** Charts of talk time: over time and per question. */
import { useTranslation } from "react-i18next";
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";

import { formatNumber } from "@/lib/format";

import type { QuestionTalk, TalkSeconds, TimeSlice } from "../../lib/talk-time-series";
import { ChartFrame } from "./chart-frame";
import { AXIS, CANDIDATE_FILL, INTERVIEWER_FILL, STILL, TOOLTIP } from "./chart-styles";

const HEIGHT_PX = 200;
const MAX_TOOLTIP_CHARACTERS = 160;

interface Column extends TalkSeconds {
  name: string;
  description: string;
}

const seconds = (value: number) => formatNumber(Math.round(value));

function StackedColumns({ columns }: { columns: readonly Column[] }) {
  const { t } = useTranslation("report");
  return (
    <BarChart
      responsive
      data={[...columns]}
      accessibilityLayer={false}
      margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
      style={{ width: "100%", height: HEIGHT_PX }}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis dataKey="name" {...AXIS} minTickGap={8} />
      <YAxis width={40} {...AXIS} axisLine={false} tickFormatter={seconds} />
      <Tooltip
        {...TOOLTIP}
        labelFormatter={(name) => columns.find((column) => column.name === name)?.description ?? ""}
        formatter={(value) => seconds(Number(value))}
      />
      <Bar
        dataKey="candidateSeconds"
        name={t("speakers.candidate")}
        stackId="talk"
        fill={CANDIDATE_FILL}
        maxBarSize={28}
        {...STILL}
      />
      <Bar
        dataKey="interviewerSeconds"
        name={t("speakers.interviewer")}
        stackId="talk"
        fill={INTERVIEWER_FILL}
        maxBarSize={28}
        {...STILL}
      />
    </BarChart>
  );
}

interface TalkTimeChartsProps {
  overTime: readonly TimeSlice[];
  perQuestion: readonly QuestionTalk[];
}

export function TalkTimeCharts({ overTime, perQuestion }: TalkTimeChartsProps) {
  const { t } = useTranslation("report");
  const speakers = [t("speakers.candidate"), t("speakers.interviewer")];
  const toRow = (name: string, talk: TalkSeconds) => [
    name,
    seconds(talk.candidateSeconds),
    seconds(talk.interviewerSeconds),
  ];
  const slices = overTime.map((slice) => {
    const name = formatNumber(slice.startMinutes);
    return { ...slice, name, description: `${t("charts.minutes")}: ${name}` };
  });
  const questions = perQuestion.map((talk) => ({
    ...talk,
    name: t("charts.questionNumber", { number: talk.number }),
    description: talk.question.slice(0, MAX_TOOLTIP_CHARACTERS),
  }));
  return (
    <div className="flex flex-col gap-7">
      <p aria-hidden className="-mb-4 flex gap-4 text-sm text-muted">
        <Legend color={CANDIDATE_FILL} name={t("speakers.candidate")} />
        <Legend color={INTERVIEWER_FILL} name={t("speakers.interviewer")} />
      </p>
      {slices.length > 1 && (
        <ChartFrame
          caption={t("charts.overTime")}
          columns={[t("charts.minutes"), ...speakers]}
          rows={slices.map((slice) => toRow(slice.name, slice))}
        >
          <StackedColumns columns={slices} />
        </ChartFrame>
      )}
      {questions.length > 1 && (
        <ChartFrame
          caption={t("charts.perQuestion")}
          columns={[t("charts.question"), ...speakers]}
          rows={questions.map((talk) => toRow(`${talk.name}: ${talk.description}`, talk))}
        >
          <StackedColumns columns={questions} />
        </ChartFrame>
      )}
    </div>
  );
}

function Legend({ color, name }: { color: string; name: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span
        className="size-2.5 rounded-sm print:[print-color-adjust:exact]"
        style={{ background: color }}
      />
      {name}
    </span>
  );
}
