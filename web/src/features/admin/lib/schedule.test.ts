/** Tests of the texts of schedules and durations. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import { formatDuration, formatSchedule } from "./schedule";

const t = i18next.getFixedT("en", "admin");

describe("formatSchedule", () => {
  it.each([
    [{ everyMs: 300_000 }, "Every 5 min"],
    [{ everyMs: 60_000 }, "Every 1 min"],
    [{ everyMs: 2000 }, "Every 2 s"],
    [{ everyMs: 90_000 }, "Every 90 s"],
    [{ dailyAtUtc: { hour: 3, minute: 5 } }, "Daily @ 03:05 UTC"],
    [{ dailyAtUtc: { hour: 0, minute: 0 } }, "Daily @ 00:00 UTC"],
    [{ weeklyAtUtc: { weekday: 0, hour: 4, minute: 0 } }, "Monday @ 04:00 UTC"],
    [{ weeklyAtUtc: { weekday: 6, hour: 4, minute: 0 } }, "Sunday @ 04:00 UTC"],
  ])("writes %j as %s", (schedule, words) => {
    expect(formatSchedule(schedule, t, "en")).toBe(words);
  });
});

describe("formatDuration", () => {
  it.each([
    [null, "–"],
    [0, "0 s"],
    [12, "0.01 s"],
    [4210, "4.2 s"],
    [59_400, "59 s"],
    [59_600, "1 min 0 s"],
    [61_000, "1 min 1 s"],
    [125_000, "2 min 5 s"],
  ])("writes %s ms as %s", (durationMs, words) => {
    expect(formatDuration(durationMs, t)).toBe(words);
  });
});
