/** Tests of missing sections and the texts of report codes. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import { LANGUAGES } from "@/lib/i18n";
import de from "@/locales/de/report.json";
import en from "@/locales/en/report.json";
import fr from "@/locales/fr/report.json";

import type { MissingPart } from "../api/types";
import {
  ANSWER_LABELS,
  FEATURES,
  findingTitle,
  KINDS,
  MISSING_CODES,
  PROBLEMS,
  PURPOSES,
  purposeText,
  reasonText,
  SENTENCE_LABELS,
} from "./codes";
import { missingReason, otherMissing, SECTIONS, sectionName } from "./missing";

const t = i18next.getFixedT("en", "report");
const missing: MissingPart[] = [
  { section: "summary", code: "partly_not_supported", params: {} },
  { section: "summary", code: "no_findings", params: {} },
  { section: "scores", code: "not_english", params: {} },
];

describe("missing sections of a report", () => {
  it("are reported in their place", () => {
    expect(missingReason(t, missing, "summary")).toBe(
      `${en.reasons.partly_not_supported} ${en.reasons.no_findings}`,
    );
    expect(missingReason(t, missing, "strengths")).toBeNull();
  });

  it("are reported separately if they have no place of their own", () => {
    expect(otherMissing(missing).map(({ section }) => section)).toEqual(["scores"]);
    expect(sectionName(t, "keyQuotes")).toBe("Key quotes");
  });
});

describe("codes of the server", () => {
  const words = { en, de, fr };
  /** Keys without their plural endings. */
  const listKeys = (catalog: object) =>
    [...new Set(Object.keys(catalog).map((key) => key.replace(/_(one|many|other)$/u, "")))].sort();

  it.each(LANGUAGES)("have texts in %s, and there are no other texts", (language) => {
    const { reasons, problems, features, untitled, purposes, purposesAbout, sections } =
      words[language];
    const { answers, labels } = words[language].questionScores;
    const withSubject = Object.entries(PURPOSES).flatMap(([name, is]) => (is ? [name] : []));
    expect(listKeys(reasons)).toEqual(Object.keys(MISSING_CODES).sort());
    expect(listKeys(problems)).toEqual(Object.keys(PROBLEMS).sort());
    expect(listKeys(features)).toEqual(Object.keys(FEATURES).sort());
    expect(listKeys(untitled)).toEqual(Object.keys(KINDS).sort());
    expect(listKeys(purposes)).toEqual(Object.keys(PURPOSES).sort());
    expect(listKeys(purposesAbout)).toEqual(withSubject.sort());
    expect(listKeys(sections)).toEqual(Object.values(SECTIONS).sort());
    expect(listKeys(answers)).toEqual(Object.keys(ANSWER_LABELS).sort());
    expect(listKeys(labels)).toEqual(Object.keys(SENTENCE_LABELS).sort());
  });

  it("contain the numbers sent with them", () => {
    expect(
      reasonText(t, {
        code: "too_little_said",
        params: { answers: 1, words: 20, minAnswers: 3, minWords: 60 },
      }),
    ).toMatch(/1\D+20\D+3\D+60/u);
    expect(reasonText(t, { code: "some_not_supported", params: { count: 2 } })).toMatch(/^2 /u);
    const quotes = reasonText(t, { code: "quotes_only", params: { count: 1, total: 3 } });
    expect(quotes).toMatch(/1\D+3/u);
  });

  it("name the subject of a follow-up question if it is known", () => {
    expect(purposeText(t, { purpose: "requirement_not_discussed", subject: "Terraform" })).toBe(
      "The job requires this, but it was not clearly discussed: Terraform",
    );
    expect(purposeText(t, { purpose: "clarify_concern", subject: "" })).toBe(
      "Clarifies a concern.",
    );
  });

  it("label a finding without a title by its kind", () => {
    expect(findingTitle(t, { kind: "blame", title: "" })).toBe("Blaming others");
    expect(findingTitle(t, { kind: "blame", title: "Blamed the vendor" })).toBe(
      "Blamed the vendor",
    );
  });
});
