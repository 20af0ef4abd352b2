/** Tests of formatted dates, numbers and names. */
import i18next from "i18next";
import { afterEach, describe, expect, it } from "vitest";

import {
  formatAppointment,
  formatBytes,
  formatDate,
  formatDateTime,
  formatElapsed,
  formatLongDate,
  formatNumber,
  formatPercent,
  formatScheduled,
  initials,
  titleCase,
} from "./format";

describe("formatScheduled", () => {
  it("returns 'Month day, h:mm AM/PM' in local time", () => {
    expect(formatScheduled(new Date(2026, 10, 24, 14, 5).toISOString())).toBe(
      "November 24, 2:05 PM",
    );
    expect(formatScheduled(new Date(2026, 0, 2, 0, 30).toISOString())).toBe("January 2, 12:30 AM");
  });

  it.each([null, undefined, "", "nonsense", "1970-01-01T00:00:00Z", "2019-06-01T00:00:00Z"])(
    "is blank for %j",
    (value) => {
      expect(formatScheduled(value)).toBe("");
    },
  );

  it("shows the first dates of 2020", () => {
    expect(formatScheduled(new Date(2020, 0, 1, 9, 0).toISOString())).toBe("January 1, 9:00 AM");
  });
});

describe("formatDate", () => {
  it("contains month, day and year", () => {
    expect(formatDate(new Date(2026, 11, 31, 12).toISOString())).toBe("Dec 31, 2026");
  });
});

describe("formatDateTime", () => {
  afterEach(() => i18next.changeLanguage("en"));

  it.each([
    ["en", "Dec 31, 2026, 9:05 AM"],
    ["de", "31. Dez. 2026, 9:05"],
    ["fr", "31 déc. 2026, 9:05"],
  ])("writes the date in %s as formatDate does", async (language, text) => {
    await i18next.changeLanguage(language);
    const iso = new Date(2026, 11, 31, 9, 5).toISOString();
    expect(formatDateTime(iso)).toBe(text);
    expect(formatDateTime(iso).startsWith(formatDate(iso))).toBe(true);
  });
});

describe("formatElapsed", () => {
  it.each([
    [0, "0:00"],
    [59.9, "0:59"],
    [61, "1:01"],
    [3600, "1:00:00"],
    [7384, "2:03:04"],
    [-3, "0:00"],
  ])("writes %d seconds as %s", (seconds, text) => {
    expect(formatElapsed(seconds)).toBe(text);
  });
});

describe("formatBytes", () => {
  it.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1536, "1.5 KB"],
    [10_485_760, "10 MB"],
  ])("writes %d bytes as %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe("titleCase", () => {
  it.each([
    ["in_progress", "In Progress"],
    ["in-progress", "In Progress"],
    ["NO_SHOW", "No Show"],
    ["", ""],
  ])("%j becomes %j", (value, text) => {
    expect(titleCase(value)).toBe(text);
  });
});

describe("initials", () => {
  it.each([
    ["Alice Moreau", "AM"],
    ["alice", "A"],
    ["alice@agency.example", "A"],
    ["Ana de la Cruz", "AC"],
    ["Jona Example (demo)", "JE"],
    ["", "?"],
  ])("turns %j into %j", (name, text) => {
    expect(initials(name)).toBe(text);
  });
});

describe("formatAppointment", () => {
  it("contains the day of the week, and no date before 2020", () => {
    expect(formatAppointment(new Date(2026, 10, 27, 9, 0).toISOString())).toBe(
      "Fri, Nov 27, 2026, 9:00 AM",
    );
    expect(formatAppointment("1970-01-01T00:00:00Z")).toBe("");
    expect(formatAppointment(null)).toBe("");
  });
});

describe("numbers", () => {
  it("have the requested number of digits", () => {
    expect(formatNumber(12345.678)).toBe("12,345.678");
    expect(formatNumber(8, 1)).toBe("8.0");
    expect(formatPercent(80)).toBe("80%");
  });
});

describe("formatLongDate", () => {
  it("contains the full month name, and no date before 2020", () => {
    expect(formatLongDate("2025-05-01T12:00:00Z")).toBe("May 1, 2025");
    expect(formatLongDate("1970-01-01T00:00:00Z")).toBe("");
    expect(formatLongDate(null)).toBe("");
  });
});
