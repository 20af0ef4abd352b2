/** Tests of the month grid. */
import { describe, expect, it } from "vitest";

import { addDays, addMonths, isSameMonth, monthGrid, weekdayIndex } from "./month-grid";

describe("monthGrid", () => {
  it.each([
    // Starts on a Sunday: the first cell is the first of the month.
    ["2026-02-10", 0, "2026-02-01", "2026-03-14"],
    ["2026-02-10", 1, "2026-01-26", "2026-03-08"],
    ["2026-11-21", 1, "2026-10-26", "2026-12-06"],
    ["2028-02-29", 0, "2028-01-30", "2028-03-11"],
  ])("for %s with weeks from %d covers %s to %s", (day, weekStart, first, last) => {
    const weeks = monthGrid(day, weekStart);
    expect(weeks.flat()).toHaveLength(42);
    expect(weeks[0]?.[0]).toBe(first);
    expect(weeks[5]?.[6]).toBe(last);
  });
});

it("calculates days across months, years and daylight saving time", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-12-15", 1)).toBe("2027-01-15");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
  expect(weekdayIndex("2026-11-21", 1)).toBe(5);
  expect(weekdayIndex("2026-11-22", 0)).toBe(0);
  expect(isSameMonth("2026-11-01", "2026-11-30")).toBe(true);
  expect(isSameMonth("2026-11-01", "2025-11-01")).toBe(false);
});
