/** Tests of evidence in document texts. */
import { describe, expect, it } from "vitest";

import { cutByMarks, buildExcerpt, findSpans } from "./evidence";

const SOURCE = {
  parsedData: {
    email: "nora@example.com",
    skills: ["Go", "Kubernetes"],
    experience: [
      { title: "Engineer", company: "Acme" },
      { title: "Engineer", company: "Borealis" },
    ],
  },
  evidence: [
    { path: "email", start: 5, end: 21 },
    { path: "skills.1", start: 30, end: 33 },
    { path: "experience.0.title", start: 40, end: 48 },
    { path: "experience.1.title", start: 60, end: 68 },
    { path: "experience.1.company", start: 70, end: 78 },
  ],
};

describe("evidence of a field", () => {
  it("finds a single value by field name, even if it was edited since", () => {
    expect(findSpans(SOURCE, "email", "other@example.com")).toEqual([{ start: 5, end: 21 }]);
    expect(findSpans(SOURCE, "phone")).toEqual([]);
  });

  it("finds a list entry by content, at any position in the record", () => {
    expect(findSpans(SOURCE, "skills", " kubernetes ")).toEqual([{ start: 30, end: 33 }]);
    expect(findSpans(SOURCE, "skills", "Rust")).toEqual([]);
    expect(findSpans(SOURCE, "experience", { title: "Engineer", company: "borealis" })).toEqual([
      { start: 60, end: 68 },
      { start: 70, end: 78 },
    ]);
  });

  it("finds nothing for empty entries", () => {
    const source = {
      parsedData: { experience: [{ title: "", company: "" }] },
      evidence: [{ path: "experience.0.title", start: 0, end: 1 }],
    };
    expect(findSpans(source, "experience", { title: "", company: "" })).toEqual([]);
  });
});

describe("text with marks", () => {
  it("is split at the ends of marks without losing text", () => {
    const pieces = cutByMarks("Nora Lindqvist", [
      { start: 0, end: 4, kind: "shown" },
      { start: 2, end: 8, kind: "flag" },
      { start: 12, end: 99, kind: "shown" },
    ]);
    expect(pieces).toEqual([
      { text: "No", kinds: ["shown"] },
      { text: "ra", kinds: ["shown", "flag"] },
      { text: " Lin", kinds: ["flag"] },
      { text: "dqvi", kinds: [] },
      { text: "st", kinds: ["shown"] },
    ]);
  });

  it("counts characters as the server does", () => {
    const pieces = cutByMarks("🎓 Nora", [{ start: 2, end: 6, kind: "shown" }]);
    expect(pieces.at(-1)).toEqual({ text: "Nora", kinds: ["shown"] });
  });

  it("shows the first passage with surrounding text", () => {
    const text = `${"a".repeat(100)}\n\nNora\n${"b".repeat(100)}`;
    const excerpt = buildExcerpt(text, [
      { start: 102, end: 106 },
      { start: 20, end: 22 },
    ]);
    expect(excerpt).toMatchObject({ found: "Nora" });
    expect(excerpt?.before).toBe(`…${"a".repeat(58)} `);
    expect(buildExcerpt("", [{ start: 4, end: 5 }])).toBeNull();
  });
});
