import { describe, expect, it } from "vitest";

import { FALLBACK_RULES, timeLimitOf } from "./time-limit";
import { formatRoomTimer } from "./timer";

describe("formatRoomTimer", () => {
  it.each([
    [0, "00:00"],
    [61.9, "01:01"],
    [3599, "59:59"],
    [3600, "01:00:00"],
    [36_061, "10:01:01"],
    [-3, "00:00"],
  ])("writes %d s as %s", (seconds, text) => {
    expect(formatRoomTimer(seconds)).toBe(text);
  });
});

describe("timeLimitOf", () => {
  const rules = { maxInterviewTimeMinutes: 120, countdownMinutes: 110 };

  it("says nothing before the start and before the countdown minute", () => {
    expect(timeLimitOf(null, rules)).toEqual({ notice: null, isOver: false });
    expect(timeLimitOf(110 * 60 - 1, rules).notice).toBeNull();
  });

  it("counts down in the documents' words", () => {
    expect(timeLimitOf(110 * 60, rules).notice).toBe(
      "Maximum interview time is 120 minutes. The interview will end in 10m 00s",
    );
    expect(timeLimitOf(119 * 60 + 51, rules).notice).toBe(
      "Maximum interview time is 120 minutes. The interview will end in 0m 09s",
    );
  });

  it("is over at the maximum", () => {
    expect(timeLimitOf(120 * 60 - 1, rules).isOver).toBe(false);
    expect(timeLimitOf(120 * 60, rules).isOver).toBe(true);
  });

  it("goes by 11 and 10 minutes when the rules cannot be read", () => {
    expect(timeLimitOf(600, FALLBACK_RULES).notice).toContain("11 minutes");
    expect(timeLimitOf(660, FALLBACK_RULES).isOver).toBe(true);
  });
});
