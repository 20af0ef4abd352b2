import type { TFunction } from "i18next";

import { reasonText } from "./reasons";

type T = TFunction<"report">;

/** Sections of a report → what each is called in the catalogue. */
const SECTIONS = {
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
  sentiment: "sentiment",
} as const;
/** Known, but without a place of their own on the page. */
const UNPLACED = new Set(["scores", "sentiment"]);

export interface MissingPart {
  section: string;
  reason: string;
}

function isKnown(section: string): section is keyof typeof SECTIONS {
  return Object.hasOwn(SECTIONS, section);
}

/** A section by its name for a reader; one that is not known keeps its own. */
export function sectionName(t: T, section: string): string {
  return isKnown(section) ? t(`sections.${SECTIONS[section]}`) : section;
}

/** Why a section, or a part of it, could not be written; null when it is whole. */
export function missingReason(
  t: T,
  missing: readonly MissingPart[],
  section: string,
): string | null {
  const reasons = missing
    .filter((part) => part.section === section)
    .map(({ reason }) => reasonText(t, reason));
  return reasons.length === 0 ? null : reasons.join(" ");
}

/** What is missing of sections that have no place of their own on the page. */
export function otherMissing(missing: readonly MissingPart[]): MissingPart[] {
  return missing.filter(({ section }) => !isKnown(section) || UNPLACED.has(section));
}
