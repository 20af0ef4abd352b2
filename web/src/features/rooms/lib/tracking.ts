/** Rules of question tracking: allowed actions, filters, order and scores. */
import type { TFunction } from "i18next";

import type { QuestionCategory, TrackingStatus } from "@/api/types";

import type { HumanTracking, TrackedQuestion } from "../api/tracked-questions";

export type TrackingAction = "markAsked" | "markAnswered" | "skip" | "reset";

const ACTIONS: Record<TrackingStatus, readonly TrackingAction[]> = {
  pending: ["markAsked", "skip"],
  asked: ["markAnswered", "skip", "reset"],
  answered: ["reset"],
  skipped: ["reset"],
};

const STATUS_AFTER: Record<TrackingAction, TrackingStatus> = {
  markAsked: "asked",
  markAnswered: "answered",
  skip: "skipped",
  reset: "pending",
};

/** Translation keys under `score.words` for the scores from 1 to 10. */
export const SCORE_WORDS = [
  "veryPoor",
  "poor",
  "belowAverage",
  "fair",
  "average",
  "aboveAverage",
  "good",
  "veryGood",
  "excellent",
  "outstanding",
] as const;

export function scoreText(t: TFunction<"rooms">, score: number | null): string {
  const word = score === null ? undefined : SCORE_WORDS[score - 1];
  return word === undefined ? t("score.none") : t(`score.words.${word}`);
}

/** Green from 8, yellow from 6, orange from 4, red below. */
export function scoreTone(score: number): "green" | "yellow" | "orange" | "red" {
  if (score >= 8) return "green";
  if (score >= 6) return "yellow";
  return score >= 4 ? "orange" : "red";
}

export function findActions(status: TrackingStatus): readonly TrackingAction[] {
  return ACTIONS[status];
}

/** The change that an action makes; `nowIso` is the time of marking. */
export function applyAction(action: TrackingAction, nowIso: string): Partial<HumanTracking> {
  return { status: STATUS_AFTER[action], markedAt: nowIso };
}

/** Setting a score marks the question as answered; clearing it changes only the score. */
export function applyScore(score: number | null, nowIso: string): Partial<HumanTracking> {
  return score === null ? { score } : { score, status: "answered", markedAt: nowIso };
}

export interface QuestionFilter {
  status: TrackingStatus | "all";
  category: QuestionCategory | "all";
}

/** The questions to show, in order, skipped ones last. */
export function arrangeQuestions(
  questions: readonly TrackedQuestion[],
  filter: QuestionFilter,
): readonly TrackedQuestion[] {
  const shown = questions.filter(
    ({ category, humanTracking: { status } }) =>
      (filter.category === "all" || category === filter.category) &&
      (filter.status === "all" || status === filter.status),
  );
  const isSkipped = (question: TrackedQuestion) => question.humanTracking.status === "skipped";
  return [...shown.filter((question) => !isSkipped(question)), ...shown.filter(isSkipped)];
}

/** The suggestion of Question Sense that a person may accept or reject; null if there is nothing to decide. */
export function openSuggestion({ aiTracking, humanTracking }: TrackedQuestion): {
  status: "asked" | "answered";
  segmentId: string;
  quote: string;
  percent: number;
} | null {
  const { status, segmentId, quote, confidence } = aiTracking;
  if (status !== "asked" && status !== "answered") return null;
  const isOpen =
    humanTracking.status === "pending" ||
    (humanTracking.status === "asked" && status === "answered");
  if (!isOpen || typeof segmentId !== "string") return null;
  return { status, segmentId, quote: quote ?? "", percent: Math.round((confidence ?? 0) * 100) };
}

export function countProgress(questions: readonly TrackedQuestion[]): {
  answered: number;
  total: number;
} {
  return {
    answered: questions.filter(({ humanTracking }) => humanTracking.status === "answered").length,
    total: questions.length,
  };
}

/** The first question that is neither asked, answered nor skipped. */
export function nextQuestion(questions: readonly TrackedQuestion[]): TrackedQuestion | null {
  return questions.find(({ humanTracking }) => humanTracking.status === "pending") ?? null;
}

/** Translation keys of heading and hint for an empty list. */
export function emptyTexts(total: number, filter: QuestionFilter) {
  if (total > 0 && filter.category !== "all") {
    const title = `questions.empty.category.${filter.category}` as const;
    return { title, hint: "questions.empty.categoryHint" } as const;
  }
  if (total > 0 && filter.status !== "all") {
    const title = `questions.empty.status.${filter.status}` as const;
    return { title, hint: "questions.empty.statusHint" } as const;
  }
  return { title: "questions.empty.none", hint: "questions.empty.noneHint" } as const;
}
