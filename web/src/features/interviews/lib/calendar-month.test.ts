/** Tests of calendar months. */
import { describe, expect, it } from "vitest";

import { addMonths, byDay, dayIn, isCalendarMonth, timeAround, listWeeks } from "./calendar-month";

describe("dayIn", () => {
  it.each([
    ["Europe/Berlin", "2026-11-24T23:30:00Z", "2026-11-25"],
    ["America/New_York", "2026-11-25T03:00:00Z", "2026-11-24"],
    ["Pacific/Kiritimati", "2026-12-31T10:00:00Z", "2027-01-01"],
    ["Pacific/Pago_Pago", "2027-01-01T10:59:00Z", "2026-12-31"],
    // The repeated hour in Berlin belongs to one day.
    ["Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25"],
    ["Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25"],
  ])("in %s, at %s, returns the day %s", (timezone, instant, day) => {
    expect(dayIn(timezone, new Date(instant))).toBe(day);
  });
});

describe("listWeeks", () => {
  it("starts on Sunday or Monday and covers the whole month", () => {
    const weeks = listWeeks("2026-11", 1);
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([
      "2026-10-26",
      "2026-10-27",
      "2026-10-28",
      "2026-10-29",
      "2026-10-30",
      "2026-10-31",
      "2026-11-01",
    ]);
    expect(listWeeks("2026-11", 0)[0]?.[0]).toBe("2026-11-01");
    expect(listWeeks("2026-11", 0).flat().at(-1)).toBe("2026-12-05");
  });

  it("returns four weeks for a February that starts with the week", () => {
    expect(listWeeks("2026-02", 0)).toHaveLength(4);
  });
});

describe("addMonths", () => {
  it("crosses the end of the year in both directions", () => {
    expect(addMonths("2026-12", 1)).toBe("2027-01");
    expect(addMonths("2026-01", -1)).toBe("2025-12");
  });
});

describe("isCalendarMonth", () => {
  it.each(["2026-13", "2026-00", "26-01", "2019-12", "2026-1", "", "2026-01-01"])(
    "refuses %s",
    (month) => expect(isCalendarMonth(month)).toBe(false),
  );
  it("takes a month", () => expect(isCalendarMonth("2026-02")).toBe(true));
});

describe("timeAround", () => {
  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "UTC"])(
    "covers both ends of the days in %s",
    (timezone) => {
      const { scheduledFrom, scheduledBefore } = timeAround("2026-11-01", "2026-11-30");
      expect(dayIn(timezone, new Date(scheduledFrom)) < "2026-11-01").toBe(true);
      expect(dayIn(timezone, new Date(scheduledBefore)) > "2026-11-30").toBe(true);
    },
  );
});

describe("byDay", () => {
  it("puts each interview on its day in the timezone and omits those without a date", () => {
    const late = { scheduledDate: "2026-11-24T23:30:00Z" };
    const early = { scheduledDate: "2026-11-24T08:00:00Z" };
    const days = byDay([early, late, { scheduledDate: null }], "Europe/Berlin");
    expect([...days]).toEqual([
      ["2026-11-24", [early]],
      ["2026-11-25", [late]],
    ]);
  });
});
