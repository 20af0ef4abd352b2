/** Words for the codes of a report: missing sections, problems, counted features, purposes, labels. */
import type { TFunction } from "i18next";

import type {
  AnswerLabel,
  Finding,
  FollowUpQuestion,
  MissingPart,
  Problem,
  ScoreBasis,
  SentenceLabel,
} from "../api/types";

type T = TFunction<"report">;

// The compiler holds these lists complete: a new code of the server does not compile without words.
export const MISSING_CODES = {
  candidate_silent: true,
  not_english: true,
  english_only: true,
  unknown_language: true,
  too_little_said: true,
  no_evidence: true,
  no_findings: true,
  not_supported: true,
  partly_not_supported: true,
  some_not_supported: true,
  quotes_only: true,
} as const satisfies Record<MissingPart["code"], true>;

export const PROBLEMS = {
  interrupted: true,
  unavailable: true,
  too_long: true,
  cancelled: true,
  unexpected: true,
} as const satisfies Record<Problem, true>;

export const FEATURES = {
  figure: true,
  action: true,
  result: true,
  named: true,
  time: true,
  reason: true,
  method: true,
  structure: true,
  people: true,
  ownership: true,
  motivation: true,
  hedge: true,
  generality: true,
  admission: true,
  avoidance: true,
  wrong: true,
  conduct: true,
  blame: true,
  gap: true,
  unanswered: true,
} as const satisfies Record<ScoreBasis["feature"], true>;

export const KINDS = {
  strength: true,
  owned: true,
  wrong: true,
  conduct: true,
  evasion: true,
  blame: true,
  gap: true,
} as const satisfies Record<Finding["kind"], true>;

/** Purposes; true for those with a second text that names their subject. */
export const PURPOSES = {
  clarify_concern: true,
  vague_answer: false,
  requirement_not_discussed: true,
  prepared_not_asked: false,
  point_not_covered: true,
  clarify_contradiction: false,
} as const satisfies Record<FollowUpQuestion["purpose"], boolean>;

export const ANSWER_LABELS = {
  full: true,
  partial: true,
  evasive: true,
  off_topic: true,
  refused: true,
} as const satisfies Record<AnswerLabel, true>;

/** Labels of sentences: whether they speak for or against the candidate. */
export const SENTENCE_LABELS: Record<SentenceLabel, "for" | "against" | "neither"> = {
  result: "for",
  action: "for",
  method: "for",
  ownership: "for",
  people: "for",
  insight: "for",
  motivation_specific: "for",
  gap: "against",
  shortcut: "against",
  wrong: "against",
  blame: "against",
  conduct: "against",
  evasion: "against",
  generic: "against",
  hedge: "against",
  instruction: "neither",
  neutral: "neither",
};

/** Why a section, or a part of it, is missing. */
export function reasonText(t: T, { code, params }: Pick<MissingPart, "code" | "params">): string {
  switch (code) {
    case "some_not_supported":
      return t("reasons.some_not_supported", { count: params.count ?? 0 });
    case "quotes_only":
      return t("reasons.quotes_only", { number: params.count ?? 0, total: params.total ?? 0 });
    case "too_little_said": {
      const { answers = 0, words = 0, minAnswers = 0, minWords = 0 } = params;
      return t("reasons.too_little_said", { answers, words, minAnswers, minWords });
    }
    case "candidate_silent":
    case "english_only":
    case "no_evidence":
    case "no_findings":
    case "not_english":
    case "not_supported":
    case "partly_not_supported":
    case "unknown_language":
      return t(`reasons.${code}`);
  }
}

/** The title of a finding, or its kind if it has none. */
export function findingTitle(t: T, { title, kind }: Pick<Finding, "title" | "kind">): string {
  return title || t(`untitled.${kind}`);
}

/** Why a follow-up question is suggested. */
export function purposeText(t: T, item: Pick<FollowUpQuestion, "purpose" | "subject">): string {
  const { purpose, subject } = item;
  if (
    subject === "" ||
    purpose === "vague_answer" ||
    purpose === "prepared_not_asked" ||
    purpose === "clarify_contradiction"
  ) {
    return t(`purposes.${purpose}`);
  }
  return t(`purposesAbout.${purpose}`, { subject });
}
