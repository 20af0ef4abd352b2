/** Tests of the first day of the week. */
import { afterEach, describe, expect, it, vi } from "vitest";

import { weekdayNames, weekStart } from "./zoned-format";

function speaking(...languages: string[]) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
}

afterEach(() => void vi.restoreAllMocks());

describe("first day of the week", () => {
  it.each([
    ["en-US", 0],
    ["en-GB", 1],
    ["en", 0],
    ["en-US@posix", 0],
  ])("for a browser in %s is %i", (tag, day) => {
    speaking(tag);
    expect(weekStart()).toBe(day);
  });

  it("follows the interface language, whatever the other browser languages", () => {
    speaking("de-DE", "en-GB");
    expect(weekStart()).toBe(1);
    speaking("de-DE");
    expect(weekStart()).toBe(0);
  });

  it("comes first in the day names", () => {
    speaking("en-GB");
    expect(weekdayNames().map(({ short }) => short)).toEqual([
      "Mon",
      "Tue",
      "Wed",
      "Thu",
      "Fri",
      "Sat",
      "Sun",
    ]);
  });
});
