/** Tests of edited job descriptions. */
import { describe, expect, it } from "vitest";

import type { JobDescription } from "../api/types";
import { toDraft, parseSkills, toChange } from "./draft";
import { isJobLevel } from "./status";

const JOB = {
  status: "open",
  parsed: {
    title: "Nurse",
    company: { name: "Ashbrook" },
    requiredSkills: ["Triage"],
    responsibilities: ["Runs the ward"],
  },
  updatedAt: "2026-11-20T12:00:00Z",
} as JobDescription;

describe("edited job description", () => {
  it("splits skills on commas and drops empty ones", () => {
    expect(parseSkills(" Python, ,PostgreSQL ,")).toEqual(["Python", "PostgreSQL"]);
  });

  it("keeps a phrase from the document in one piece unless it was edited", () => {
    const known = ["Python, Go or Java", "SQL"];
    expect(parseSkills("Python, Go or Java, SQL, Rust", known)).toEqual([
      "Python, Go or Java",
      "SQL",
      "Rust",
    ]);
    expect(parseSkills("Python, Go, SQL", known)).toEqual(["Python", "Go", "SQL"]);
  });

  it("sends the changes without empty responsibilities and an unset level", () => {
    const draft = toDraft(JOB);
    expect(toChange(JOB, { ...draft, title: " Ward Nurse " })).toEqual({
      status: "open",
      parsed: { title: "Ward Nurse" },
      updatedAt: JOB.updatedAt,
    });
    const changed = { ...draft, skills: "", responsibilities: " Leads\n\n Teaches " };
    expect(toChange(JOB, { ...changed, level: "mid" }).parsed).toEqual({
      title: "Nurse",
      level: "mid",
      requiredSkills: [],
      responsibilities: ["Leads", "Teaches"],
    });
  });

  it("sends a changed company and location, and an empty text for a removed one", () => {
    const draft = { ...toDraft(JOB), company: "", location: " Bergen " };
    expect(toChange(JOB, draft).parsed).toEqual({
      title: "Nurse",
      company: { name: "" },
      location: "Bergen",
    });
  });

  it("recognizes the levels", () => {
    expect(isJobLevel("mid")).toBe(true);
    expect(isJobLevel("chief")).toBe(false);
    expect(isJobLevel(null)).toBe(false);
  });
});
