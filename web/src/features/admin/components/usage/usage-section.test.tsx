/** Tests of the usage of one user. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { UserUsage } from "../../api/types";
import { aUsage } from "../../testing/a-usage";
import { UsageSection } from "./usage-section";

const NOTHING = aUsage().totals.llm;
const questions = {
  source: "questions",
  provider: "local",
  model: "small",
  totalCalls: 1200,
  failedCalls: 2,
  totalInputTokens: 345_678,
  totalOutputTokens: 9_876,
  totalAudioMinutes: 0,
  avgDuration: 2300,
  totalCost: 1.5,
} as const;
const speech = {
  ...questions,
  source: "live_transcription",
  model: "speech",
  totalInputTokens: 0,
  totalAudioMinutes: 61.25,
  totalCost: 0.25,
} as const;
const used = aUsage({
  firstDay: "2026-11-16",
  totals: {
    llm: {
      ...NOTHING,
      calls: 1200,
      failedCalls: 2,
      inputTokens: 345_678,
      outputTokens: 9_876,
      cost: 1.5,
    },
    stt: { ...NOTHING, calls: 33, audioMinutes: 61.25, cost: 0.25 },
    other: NOTHING,
    cost: 1.75,
  },
  llmBySource: [questions],
  sttBySource: [speech],
  dailyLLMBreakdown: [
    { date: "2026-11-22", calls: 1000, tokens: 300_000, cost: 1 },
    { date: "2026-11-20", calls: 200, tokens: 55_554, cost: 0.5 },
  ],
  dailySTTBreakdown: [{ date: "2026-11-21", calls: 33, tokens: 0, cost: 0.25 }],
});

function show(usage: UserUsage | { status: number; json: unknown }) {
  const calls = stubFetch({
    "GET /api/admin/users/u1/usage":
      "status" in usage ? usage : { json: { success: true, data: usage } },
  });
  renderWithApp(<UsageSection userId="u1" />, { path: "/" });
  return calls;
}

const rowsOf = (name: string) =>
  within(screen.getByRole("table", { name }))
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );

describe("UsageSection", () => {
  it("shows the totals with the specified labels", async () => {
    show(used);
    for (const [label, value] of [
      ["LLM API Calls", "1,200"],
      ["Total Tokens", "355,554"],
      ["STT API Calls", "33"],
      ["Total Cost", "$1.75"],
    ] as const) {
      const tile = (await screen.findByText(label, { selector: "dt" })).closest("div");
      expect(tile).toHaveTextContent(value);
    }
  });

  it("shows usage by source, with audio minutes for speech alone", async () => {
    show(used);
    await screen.findByRole("table", { name: "LLM Usage by Source" });
    expect(rowsOf("LLM Usage by Source")).toEqual([
      ["Questions", "Local", "small", "1,2002 failed", "345,678", "9,876", "2.3 s", "$1.50"],
    ]);
    expect(rowsOf("STT Usage by Source")[0]).toContain("61.3");
    expect(screen.getAllByText("Audio Minutes")).toHaveLength(1);
  });

  it("shows the days newest first", async () => {
    show(used);
    await screen.findByRole("table", { name: "Daily Usage Breakdown" });
    expect(rowsOf("Daily Usage Breakdown")).toEqual([
      ["Nov 22, 2026", "1,000", "300,000", "$1.00", "0", "$0.00", "$1.00"],
      ["Nov 21, 2026", "0", "0", "$0.00", "33", "$0.25", "$0.25"],
      ["Nov 20, 2026", "200", "55,554", "$0.50", "0", "$0.00", "$0.50"],
    ]);
  });

  it("hides tables of speech and other models without usage", async () => {
    show(aUsage());
    expect(await screen.findByRole("heading", { name: "LLM Usage by Source" })).toBeVisible();
    expect(screen.queryByText("STT Usage by Source")).toBeNull();
    expect(screen.queryByText("Other Models by Source")).toBeNull();
    expect(screen.getAllByText("No usage in this period.")).toHaveLength(2);
  });

  it("asks for 30 days first, and for the chosen period", async () => {
    const calls = show(used);
    await screen.findByText("LLM API Calls");
    await userEvent.click(screen.getByRole("combobox", { name: "Period" }));
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Last 7 days",
      "Last 30 days",
      "Last 90 days",
      "Last year",
    ]);
    await userEvent.click(screen.getByRole("option", { name: "Last year" }));
    expect(calls.map((call) => call.url)).toEqual([
      "/api/admin/users/u1/usage?days=30",
      "/api/admin/users/u1/usage?days=365",
    ]);
  });

  it("shows the server's error, or the specified one without any", async () => {
    show({ status: 500, json: {} });
    expect(await screen.findByText("Failed to load user data")).toBeVisible();
    expect(screen.getByRole("button", { name: /try again/iu })).toBeVisible();
  });
});
