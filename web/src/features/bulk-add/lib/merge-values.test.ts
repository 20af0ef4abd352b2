/** Tests of the texts of a merge. */
import { describe, expect, it } from "vitest";

import { fieldKey, plainFieldName, valueLines } from "./merge-values";

describe("texts of a merge", () => {
  it("names fields, using the path of those without a label", () => {
    expect(fieldKey("cvParsed.skills")).toBe("skills");
    expect(fieldKey("toString")).toBeNull();
    expect(plainFieldName("cvProfile.totalExperienceYears")).toBe("Total Experience Years");
  });

  it.each([
    [null, []],
    ["", []],
    ["Nora", ["Nora"]],
    [1234.5, ["1,234.5"]],
    [
      ["Go", "SQL"],
      ["Go", "SQL"],
    ],
    [
      [{ position: "Engineer", company: "Acme", start: "2019-06", end: null, durationMonths: 12 }],
      ["Engineer, Acme · Jun 2019"],
    ],
    [
      [{ degree: "BSc", institution: "Uppsala", start: "2010", end: "2013" }],
      ["BSc, Uppsala · 2010 – 2013"],
    ],
    [{ street: "Main Street" }, ["Main Street"]],
  ])("writes %j as %j", (value, lines) => {
    expect(valueLines(value)).toEqual(lines);
  });
});
