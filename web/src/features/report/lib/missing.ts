const SECTIONS: Record<string, string> = {
  "scores.technical": "Technical score",
  "scores.communication": "Communication score",
  summary: "Executive summary",
  technicalAssessment: "Technical assessment",
  communicationAssessment: "Communication assessment",
  strengths: "Strengths",
  concerns: "Concerns",
  keyQuotes: "Key quotes",
  followUpQuestions: "Follow-up questions",
  sentiment: "Sentiment",
};

export interface MissingPart {
  section: string;
  reason: string;
}

/** A section by its name for a reader; one that is not known keeps its own. */
export function sectionName(section: string): string {
  return SECTIONS[section] ?? section;
}

/** Why a section, or a part of it, could not be written; null when it is whole. */
export function missingReason(missing: readonly MissingPart[], section: string): string | null {
  const reasons = missing.filter((part) => part.section === section).map(({ reason }) => reason);
  return reasons.length === 0 ? null : reasons.join(" ");
}

/** What is missing of sections that have no place of their own on the page. */
export function otherMissing(missing: readonly MissingPart[]): MissingPart[] {
  return missing.filter(({ section }) => !(section in SECTIONS) || section === "sentiment");
}
