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

/** What each whole score from 1 to 10 is called, under `score.words` in the catalogue. */
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

/** 8 and up green, 6 and up yellow, 4 and up orange, below 4 red (doc 001 §9). */
export function scoreTone(score: number): "green" | "yellow" | "orange" | "red" {
  if (score >= 8) return "green";
  if (score >= 6) return "yellow";
  return score >= 4 ? "orange" : "red";
}

export function actionsOf(status: TrackingStatus): readonly TrackingAction[] {
  return ACTIONS[status];
}

/** What an action changes; `nowIso` is the moment of marking. */
export function changeOfAction(action: TrackingAction, nowIso: string): Partial<HumanTracking> {
  return { status: STATUS_AFTER[action], markedAt: nowIso };
}

/** Giving a score answers the question; taking it away changes nothing but the score. */
export function changeOfScore(score: number | null, nowIso: string): Partial<HumanTracking> {
  return score === null ? { score } : { score, status: "answered", markedAt: nowIso };
}

export interface QuestionFilter {
  status: TrackingStatus | "all";
  category: QuestionCategory | "all";
}

/** The questions to show, in their order, skipped ones last. */
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

export function progressOf(questions: readonly TrackedQuestion[]): {
  answered: number;
  total: number;
} {
  return {
    answered: questions.filter(({ humanTracking }) => humanTracking.status === "answered").length,
    total: questions.length,
  };
}

/** The question to ask next: the first that is neither asked, answered nor skipped. */
export function nextQuestion(questions: readonly TrackedQuestion[]): TrackedQuestion | null {
  return questions.find(({ humanTracking }) => humanTracking.status === "pending") ?? null;
}

/** Heading and hint of an empty list, as keys of the catalogue. */
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
