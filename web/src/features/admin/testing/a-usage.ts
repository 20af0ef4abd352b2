/** Sample usage for tests of the admin pages. */
import type { UserUsage } from "../api/types";

const NOTHING = {
  calls: 0,
  failedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  audioMinutes: 0,
  cost: 0,
};

/** Nothing used in the last 30 days, with overrides. */
export function aUsage(part: Partial<UserUsage> = {}): UserUsage {
  return {
    user: { _id: "u1", name: "Alice Moreau", username: "alice", email: "alice@example.com" },
    days: 30,
    firstDay: "2026-10-24",
    lastDay: "2026-11-22",
    totals: { llm: NOTHING, stt: NOTHING, other: NOTHING, cost: 0 },
    llmBySource: [],
    sttBySource: [],
    otherBySource: [],
    dailyLLMBreakdown: [],
    dailySTTBreakdown: [],
    dailyOtherBreakdown: [],
    ...part,
  };
}
