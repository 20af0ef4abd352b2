import { describe, expect, it } from "vitest";

import { parseSkills, toChange } from "./draft";
import { isJobLevel } from "./status";

describe("an edited job description", () => {
  it("splits skills on commas and drops empty ones", () => {
    expect(parseSkills(" Python, ,PostgreSQL ,")).toEqual(["Python", "PostgreSQL"]);
  });

  it("drops empty responsibilities and an unset level", () => {
    const draft = {
      title: " Nurse ",
      status: "open" as const,
      level: "" as const,
      skills: "Triage",
      responsibilities: ["Runs the ward ", "  "],
    };
    expect(toChange(draft)).toEqual({
      status: "open",
      parsed: { title: "Nurse", requiredSkills: ["Triage"], responsibilities: ["Runs the ward"] },
    });
    expect(toChange({ ...draft, level: "mid" }).parsed?.level).toBe("mid");
  });

  it("knows its levels", () => {
    expect(isJobLevel("mid")).toBe(true);
    expect(isJobLevel("chief")).toBe(false);
    expect(isJobLevel(null)).toBe(false);
  });
});
