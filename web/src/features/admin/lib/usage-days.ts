/** Usage per day: the rows of the breakdown, and the gapless series of the chart. */
import type { DayTotal, UserUsage } from "../api/types";

export const USAGE_PERIODS = [7, 30, 90, 365] as const;
export type UsagePeriod = (typeof USAGE_PERIODS)[number];

export interface UsageDay {
  date: string;
  llmCalls: number;
  llmTokens: number;
  llmCost: number;
  sttCalls: number;
  sttCost: number;
  /** Includes embeddings and the judge. */
  totalCost: number;
}

const NOTHING: DayTotal = { date: "", calls: 0, tokens: 0, cost: 0 };
const DAY_MS = 86_400_000;

/** One row per day with usage, newest first. */
export function mergeDays(usage: UserUsage): UsageDay[] {
  const breakdowns = [
    usage.dailyLLMBreakdown,
    usage.dailySTTBreakdown,
    usage.dailyOtherBreakdown,
  ].map((days) => new Map(days.map((day) => [day.date, day])));
  const dates = new Set(breakdowns.flatMap((days) => [...days.keys()]));
  return [...dates]
    .sort()
    .reverse()
    .map((date) => {
      const [llm = NOTHING, stt = NOTHING, other = NOTHING] = breakdowns.map((days) =>
        days.get(date),
      );
      return {
        date,
        llmCalls: llm.calls,
        llmTokens: llm.tokens,
        llmCost: llm.cost,
        sttCalls: stt.calls,
        sttCost: stt.cost,
        totalCost: llm.cost + stt.cost + other.cost,
      };
    });
}

export interface DayCalls {
  date: string;
  llmCalls: number;
  sttCalls: number;
}

/** Calls on every day from `firstDay` to `lastDay`, oldest first; days without usage have zeros. */
export function fillDays(days: readonly UsageDay[], firstDay: string, lastDay: string): DayCalls[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const filled: DayCalls[] = [];
  for (let time = Date.parse(firstDay); time <= Date.parse(lastDay); time += DAY_MS) {
    const date = new Date(time).toISOString().slice(0, 10);
    const day = byDate.get(date);
    filled.push({ date, llmCalls: day?.llmCalls ?? 0, sttCalls: day?.sttCalls ?? 0 });
  }
  return filled;
}
