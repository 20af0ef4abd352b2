/** Tests of the timezone list. */
import { describe, expect, it } from "vitest";

import { formatOffset, formatPlace, presentName, findRegion, timezonesByRegion } from "./timezones";

const WINTER = new Date("2026-01-15T12:00:00Z");
const SUMMER = new Date("2026-07-15T12:00:00Z");

describe("findRegion", () => {
  it.each([
    ["UTC", "utc"],
    ["America/New_York", "northAmerica"],
    ["America/Mexico_City", "northAmerica"],
    ["America/Port-au-Prince", "northAmerica"],
    ["America/Sao_Paulo", "southAmerica"],
    ["America/Argentina/Ushuaia", "southAmerica"],
    ["Atlantic/Stanley", "southAmerica"],
    ["Pacific/Easter", "southAmerica"],
    ["Europe/Berlin", "europe"],
    ["Atlantic/Reykjavik", "europe"],
    ["Arctic/Longyearbyen", "europe"],
    ["Africa/Lagos", "africa"],
    ["Indian/Mauritius", "africa"],
    ["Asia/Kolkata", "asia"],
    ["Indian/Maldives", "asia"],
    ["Australia/Sydney", "pacific"],
    ["Pacific/Auckland", "pacific"],
    ["Antarctica/McMurdo", "pacific"],
  ])("puts %s into %s", (timezone, region) => {
    expect(findRegion(timezone)).toBe(region);
  });
});

it("names places with their common names", () => {
  expect(formatPlace("America/New_York")).toBe("New York");
  expect(formatPlace("America/Argentina/Buenos_Aires")).toBe("Buenos Aires, Argentina");
  expect(formatPlace("UTC")).toBe("UTC");
  expect(presentName("Asia/Calcutta")).toBe("Asia/Kolkata");
  expect(presentName("Europe/Berlin")).toBe("Europe/Berlin");
});

it("returns the offset on a given day", () => {
  expect(formatOffset("Europe/Berlin", WINTER)).toBe("UTC+01:00");
  expect(formatOffset("Europe/Berlin", SUMMER)).toBe("UTC+02:00");
  expect(formatOffset("Asia/Kolkata", WINTER)).toBe("UTC+05:30");
  expect(formatOffset("UTC", WINTER)).toBe("UTC+00:00");
  expect(formatOffset("Mars/Olympus", WINTER)).toBe("");
});

describe("timezonesByRegion", () => {
  const groups = timezonesByRegion(WINTER, ["Mars/Olympus"]);
  const all = groups.flatMap((group) => group.entries);

  it("lists every timezone once, UTC first", () => {
    expect(groups[0]!.region).toBe("utc");
    expect(groups[0]!.entries.map((entry) => entry.timezone)).toContain("UTC");
    expect(new Set(all.map((entry) => entry.timezone)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(400);
    for (const group of groups) expect(group.entries.length).toBeGreaterThan(0);
  });

  it("finds a timezone by its former name", () => {
    const kolkata = all.find((entry) => entry.timezone === "Asia/Kolkata");
    expect(kolkata?.names).toEqual(["Asia/Kolkata", "Asia/Calcutta"]);
    expect(all.some((entry) => entry.timezone === "Asia/Calcutta")).toBe(false);
  });

  it("keeps a stored timezone that this browser does not know", () => {
    expect(all.find((entry) => entry.timezone === "Mars/Olympus")).toMatchObject({ offset: "" });
  });
});
