/** Tests of usage per day. */
import { expect, it } from "vitest";

import { aUsage } from "../testing/a-usage";
import { fillDays, mergeDays } from "./usage-days";

const usage = aUsage({
  dailyLLMBreakdown: [
    { date: "2026-11-21", calls: 4, tokens: 900, cost: 0.5 },
    { date: "2026-11-19", calls: 1, tokens: 100, cost: 0.25 },
  ],
  dailySTTBreakdown: [{ date: "2026-11-20", calls: 7, tokens: 0, cost: 1 }],
  dailyOtherBreakdown: [{ date: "2026-11-21", calls: 2, tokens: 30, cost: 0.125 }],
});

it("has one row per day with usage, newest first", () => {
  expect(mergeDays(usage).map((day) => day.date)).toEqual([
    "2026-11-21",
    "2026-11-20",
    "2026-11-19",
  ]);
});

it("adds the cost of all engines, and shows the calls of each", () => {
  expect(mergeDays(usage)[0]).toEqual({
    date: "2026-11-21",
    llmCalls: 4,
    llmTokens: 900,
    llmCost: 0.5,
    sttCalls: 0,
    sttCost: 0,
    totalCost: 0.625,
  });
});

it("fills the days without usage, oldest first", () => {
  expect(fillDays(mergeDays(usage), "2026-11-18", "2026-11-21")).toEqual([
    { date: "2026-11-18", llmCalls: 0, sttCalls: 0 },
    { date: "2026-11-19", llmCalls: 1, sttCalls: 0 },
    { date: "2026-11-20", llmCalls: 0, sttCalls: 7 },
    { date: "2026-11-21", llmCalls: 4, sttCalls: 0 },
  ]);
});
