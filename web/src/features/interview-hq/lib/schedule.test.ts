/** Tests of the schedule of an interview. */
import { describe, expect, it } from "vitest";

import {
  failedPart,
  firstSlot,
  isAddress,
  isAllowedDuration,
  QUICK_TIMES,
  scheduleChange,
  slotState,
  type Slot,
} from "./schedule";

const NOW = new Date("2026-11-21T12:00:00Z");

function slot(part: Partial<Slot>): Slot {
  return {
    day: "2026-12-01",
    hour: 9,
    minute: 0,
    timezone: "Europe/Berlin",
    occurrence: null,
    ...part,
  };
}
const state = (part: Partial<Slot>, now = NOW, stored: Date | null = null) =>
  slotState(slot(part), { now, stored });

describe("initial slot", () => {
  it("is tomorrow at nine in its timezone", () => {
    expect(firstSlot(null, "Europe/Berlin", NOW)).toMatchObject({ day: "2026-11-22", hour: 9 });
    // It is already the next day there.
    const late = new Date("2026-12-31T23:30:00Z");
    expect(firstSlot(null, "Asia/Tokyo", late)).toMatchObject({ day: "2027-01-02", minute: 0 });
    expect(firstSlot(null, "America/New_York", late).day).toBe("2027-01-01");
  });

  it("is the stored time with its occurrence", () => {
    const second = new Date("2027-10-31T01:30:00Z");
    expect(firstSlot(second, "Europe/Berlin", NOW)).toEqual(
      slot({ day: "2027-10-31", hour: 2, minute: 30, occurrence: "second" }),
    );
    const first = new Date("2027-10-31T00:30:00Z");
    expect(firstSlot(first, "Europe/Berlin", NOW).occurrence).toBe("first");
    expect(firstSlot(new Date("2027-10-31T08:30:00Z"), "Europe/Berlin", NOW).occurrence).toBeNull();
  });
});

describe("slot", () => {
  it("is an instant", () => {
    const ok = state({});
    expect(ok.kind === "ok" && ok.instant.toISOString()).toBe("2026-12-01T08:00:00.000Z");
  });

  it("offers the next time for one that does not exist", () => {
    expect(state({ day: "2027-03-28", hour: 2, minute: 30 })).toEqual({
      kind: "gap",
      next: { year: 2027, month: 3, day: 28, hour: 3, minute: 0 },
    });
  });

  it("requires the occurrence in a repeated hour", () => {
    const twice = { day: "2027-10-31", hour: 2, minute: 30 };
    expect(state(twice).kind).toBe("repeated");
    const first = state({ ...twice, occurrence: "first" });
    const second = state({ ...twice, occurrence: "second" });
    expect(first.kind === "ok" && first.instant.toISOString()).toBe("2027-10-31T00:30:00.000Z");
    expect(second.kind === "ok" && second.instant.toISOString()).toBe("2027-10-31T01:30:00.000Z");
  });

  it("is rejected in the past, unless it is the stored time", () => {
    expect(state({ day: "2026-11-21", hour: 13 }).kind).toBe("past");
    expect(state({ day: "2026-11-21", hour: 13, minute: 5 }).kind).toBe("ok");
    expect(state({ day: "2026-11-21", hour: 13 }, NOW, NOW).kind).toBe("ok");
  });
});

describe("changes to the schedule", () => {
  const draft = {
    status: "draft" as const,
    scheduledDate: null,
    scheduledTimezone: null,
    scheduledDuration: null,
  };
  const instant = new Date("2026-12-01T08:00:00Z");
  const set = {
    status: "scheduled" as const,
    scheduledDate: "2026-12-01T08:00:00Z",
    scheduledTimezone: "Europe/Berlin",
    scheduledDuration: 30,
  };
  const chosen = { instant, timezone: "Europe/Berlin", minutes: 30 };

  it("turn a draft with a date into a scheduled interview", () => {
    expect(scheduleChange(draft, chosen)).toEqual({
      status: "scheduled",
      scheduledDate: "2026-12-01T08:00:00.000Z",
      scheduledTimezone: "Europe/Berlin",
      scheduledDuration: 30,
    });
  });

  it("contain only new values", () => {
    expect(scheduleChange(set, chosen)).toEqual({});
    expect(scheduleChange(set, { ...chosen, minutes: 45 })).toEqual({ scheduledDuration: 45 });
    expect(scheduleChange(set, { ...chosen, timezone: "Europe/Paris" })).toEqual({
      scheduledDate: "2026-12-01T08:00:00.000Z",
      scheduledTimezone: "Europe/Paris",
    });
  });

  it("are named when saving fails", () => {
    const moved = { scheduledDate: "2026-12-01T09:00:00.000Z" };
    expect(failedPart(moved, null, slot({}))).toBe("date");
    expect(failedPart(moved, instant, slot({ hour: 10 }))).toBe("time");
    expect(failedPart(moved, instant, slot({ day: "2026-12-02" }))).toBe("date");
    expect(failedPart({ scheduledDuration: 45 }, instant, slot({}))).toBe("duration");
  });
});

it("accepts whole minutes from 5 to 120", () => {
  expect([5, 30, 120].every(isAllowedDuration)).toBe(true);
  expect([4, 121, 7.5, Number.NaN, Number.POSITIVE_INFINITY].some(isAllowedDuration)).toBe(false);
});

it("requires a valid address for invitations", () => {
  expect(isAddress("cara@mail.example")).toBe(true);
  for (const text of [null, "", "cara", "cara@mail", "cara@ mail.example", "<cara@mail.example>"]) {
    expect(isAddress(text)).toBe(false);
  }
});

it("offers 9:00 to 11:30 and 13:00 to 17:00", () => {
  const texts = QUICK_TIMES.map(({ hour, minute }) => `${hour}:${String(minute).padStart(2, "0")}`);
  expect(texts).toHaveLength(15);
  expect([texts[0], texts[5], texts[6], texts[14]]).toEqual(["9:00", "11:30", "13:00", "17:00"]);
});
