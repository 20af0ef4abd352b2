/** Tests of candidate profiles: completeness, time spans, links. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import {
  educationLabel,
  formatMonths,
  formatPeriod,
  formatYears,
  hasProfileContent,
  isProfileComplete,
  levelLabel,
  safeLink,
} from "./profile";

const t = i18next.getFixedT("en", "candidates");

describe("a candidate profile", () => {
  it("is complete with a name, an email and a CV", () => {
    expect(isProfileComplete({ name: "Cara", email: "cara@example.org", cvParsed: {} })).toBe(true);
    expect(isProfileComplete({ name: "Cara", email: "cara@example.org", cvParsed: null })).toBe(
      false,
    );
    expect(isProfileComplete({ name: "Cara", email: null, cvProfile: {} })).toBe(false);
    expect(isProfileComplete({ name: " ", email: "cara@example.org", cvProfile: {} })).toBe(false);
    expect(isProfileComplete(null)).toBe(false);
  });

  it("has content with less", () => {
    expect(hasProfileContent({ name: "Cara", email: null })).toBe(true);
    expect(hasProfileContent({ name: "", email: null })).toBe(false);
  });
});

describe("time spans", () => {
  it.each([
    [0, ""],
    [null, ""],
    [5, "5 mo"],
    [12, "1 yr"],
    [32, "2 yr 8 mo"],
  ])("writes %s months as '%s'", (months, text) => {
    expect(formatMonths(t, months)).toBe(text);
  });

  it("rounds years to a tenth", () => {
    expect(formatYears(t, 1)).toBe("1 year");
    expect(formatYears(t, 4.54)).toBe("4.5 years");
    expect(formatYears(t, 0)).toBeNull();
  });

  it.each([
    ["2019-06", "2022-02", "Jun 2019 – Feb 2022"],
    ["2022", null, "2022 – present"],
    [null, "2018", "2018"],
    [null, null, ""],
  ])("writes %s to %s as '%s'", (start, end, text) => {
    expect(formatPeriod(t, start, end)).toBe(text);
  });

  it("labels levels", () => {
    expect(levelLabel(t, "mid-level")).toBe("Mid-level");
    expect(levelLabel(t, null)).toBeNull();
    expect(educationLabel(t, "High School")).toBe("High School");
    expect(educationLabel(t, "Meisterbrief")).toBe("Meisterbrief");
    expect(educationLabel(t, "")).toBeNull();
  });
});

describe("link from a CV", () => {
  it("is clickable only if it is a web address", () => {
    expect(safeLink("linkedin.com/in/cara")).toBe("https://linkedin.com/in/cara");
    expect(safeLink("https://linkedin.com/in/cara")).toBe("https://linkedin.com/in/cara");
    expect(safeLink("javascript:alert(1)")).toBeNull();
    expect(safeLink("  ")).toBeNull();
  });
});
