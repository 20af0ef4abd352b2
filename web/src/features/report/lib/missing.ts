/** Missing sections of a report: their names, their reasons, and those without a place on the page. */
import type { TFunction } from "i18next";

import type { MissingPart } from "../api/types";
import { reasonText } from "./codes";

type T = TFunction<"report">;
type Section = MissingPart["section"];

/** Sections of a report → keys of the catalog. */
export const SECTIONS = {
  "scores.technical": "technicalScore",
  "scores.communication": "communicationScore",
  scores: "scores",
  summary: "summary",
  technicalAssessment: "technicalAssessment",
  communicationAssessment: "communicationAssessment",
  strengths: "strengths",
  concerns: "concerns",
  keyQuotes: "keyQuotes",
  followUpQuestions: "followUpQuestions",
  deceptionAnalysis: "consistency",
} as const satisfies Record<Section, string>;
const WITHOUT_PLACE: ReadonlySet<Section> = new Set(["scores"]);

export function sectionName(t: T, section: Section): string {
  return t(`sections.${SECTIONS[section]}`);
}

/** Why a section, or a part of it, could not be written; null if it is complete. */
export function missingReason(
  t: T,
  missing: readonly MissingPart[],
  section: Section,
): string | null {
  const reasons = missing
    .filter((part) => part.section === section)
    .map((part) => reasonText(t, part));
  return reasons.length === 0 ? null : reasons.join(" ");
}

/** Missing sections that have no place of their own on the page. */
export function otherMissing(missing: readonly MissingPart[]): MissingPart[] {
  return missing.filter(({ section }) => WITHOUT_PLACE.has(section));
}
