/** Tests of the interview timer and time limit. */
import { describe, expect, it } from "vitest";

import { FALLBACK_RULES, checkTimeLimit } from "./time-limit";
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

describe("checkTimeLimit", () => {
  const rules = { maxInterviewTimeMinutes: 120, countdownMinutes: 110 };

  it("shows no notice before the countdown", () => {
    expect(checkTimeLimit(null, rules)).toEqual({ notice: null, isOver: false });
    expect(checkTimeLimit(110 * 60 - 1, rules).notice).toBeNull();
  });

  it("counts down from the countdown minute on", () => {
    expect(checkTimeLimit(110 * 60, rules).notice).toEqual({ maxMinutes: 120, secondsLeft: 600 });
    expect(checkTimeLimit(119 * 60 + 51, rules).notice).toEqual({
      maxMinutes: 120,
      secondsLeft: 9,
    });
  });

  it("is over at the maximum", () => {
    expect(checkTimeLimit(120 * 60 - 1, rules).isOver).toBe(false);
    expect(checkTimeLimit(120 * 60, rules).isOver).toBe(true);
  });

  it("falls back to 11 and 10 minutes", () => {
    expect(checkTimeLimit(600, FALLBACK_RULES).notice?.maxMinutes).toBe(11);
    expect(checkTimeLimit(660, FALLBACK_RULES).isOver).toBe(true);
  });
});
