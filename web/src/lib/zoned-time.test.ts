/** Tests of conversions between instants and wall-clock time. */
import { describe, expect, it } from "vitest";

import {
  findInstants,
  isKnownTimezone,
  nextValidTime,
  wallTimeAt,
  type WallTime,
} from "./zoned-time";

/** '2026-03-29 02:30' */
function wall(text: string): WallTime {
  const [year, month, day, hour, minute] = text.split(/\D/u).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { year, month, day, hour, minute };
}
const iso = (instants: Date[]) => instants.map((instant) => instant.toISOString());

describe("wall-clock time and instant", () => {
  it.each([
    ["2026-01-15 09:00", "Europe/Berlin", "2026-01-15T08:00:00.000Z"],
    ["2026-07-15 09:00", "Europe/Berlin", "2026-07-15T07:00:00.000Z"],
    ["2026-07-15 00:00", "America/New_York", "2026-07-15T04:00:00.000Z"],
    ["2026-07-15 09:00", "Asia/Kolkata", "2026-07-15T03:30:00.000Z"],
    ["2026-01-01 00:30", "Pacific/Kiritimati", "2025-12-31T10:30:00.000Z"],
    ["2026-01-01 09:00", "Pacific/Chatham", "2025-12-31T19:15:00.000Z"],
    ["2026-07-15 09:00", "UTC", "2026-07-15T09:00:00.000Z"],
  ])("converts %s in %s to %s and back", (text, timezone, instant) => {
    expect(iso(findInstants(wall(text), timezone))).toEqual([instant]);
    expect(wallTimeAt(new Date(instant), timezone)).toEqual(wall(text));
  });

  it("returns midnight as 0, not 24", () => {
    expect(wallTimeAt(new Date("2026-01-15T00:00:00Z"), "UTC").hour).toBe(0);
  });
});

describe("when clocks go forward", () => {
  it.each([
    ["Europe/Berlin", "2026-03-29 02:30", "2026-03-29 03:00"],
    ["America/New_York", "2026-03-08 02:00", "2026-03-08 03:00"],
    // Half an hour only.
    ["Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-04 02:30"],
    // At a quarter to three.
    ["Pacific/Chatham", "2026-09-27 02:45", "2026-09-27 03:45"],
    // At midnight.
    ["America/Santiago", "2026-09-06 00:00", "2026-09-06 01:00"],
    // A whole day.
    ["Pacific/Apia", "2011-12-30 09:00", "2011-12-31 00:00"],
  ])("in %s, %s does not exist and %s is next", (timezone, text, next) => {
    expect(findInstants(wall(text), timezone)).toEqual([]);
    expect(nextValidTime(wall(text), timezone)).toEqual(wall(next));
  });

  it.each([
    ["Europe/Berlin", "2026-03-29 01:55", "2026-03-29T00:55:00.000Z"],
    ["Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04 02:30", "2026-10-03T15:30:00.000Z"],
    ["Pacific/Chatham", "2026-09-27 02:40", "2026-09-26T13:55:00.000Z"],
  ])("in %s, %s next to it exists", (timezone, text, instant) => {
    expect(iso(findInstants(wall(text), timezone))).toEqual([instant]);
    expect(nextValidTime(wall(text), timezone)).toEqual(wall(text));
  });
});

describe("when clocks go back", () => {
  it.each([
    ["Europe/Berlin", "2026-10-25 02:30", ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]],
    [
      "America/New_York",
      "2026-11-01 01:00",
      ["2026-11-01T05:00:00.000Z", "2026-11-01T06:00:00.000Z"],
    ],
    [
      "Australia/Lord_Howe",
      "2026-04-05 01:45",
      ["2026-04-04T14:45:00.000Z", "2026-04-04T15:15:00.000Z"],
    ],
    [
      "Pacific/Chatham",
      "2026-04-05 03:00",
      ["2026-04-04T13:15:00.000Z", "2026-04-04T14:15:00.000Z"],
    ],
  ])("in %s, %s occurs twice", (timezone, text, instants) => {
    expect(iso(findInstants(wall(text), timezone))).toEqual(instants);
  });

  it.each([
    ["Europe/Berlin", "2026-10-25 01:55"],
    ["Europe/Berlin", "2026-10-25 03:00"],
    ["Australia/Lord_Howe", "2026-04-05 01:25"],
  ])("in %s, %s next to it occurs once", (timezone, text) => {
    expect(findInstants(wall(text), timezone)).toHaveLength(1);
  });
});

it("rejects unknown timezones", () => {
  expect(isKnownTimezone("Europe/Berlin")).toBe(true);
  expect(isKnownTimezone("Mars/Olympus")).toBe(false);
});
