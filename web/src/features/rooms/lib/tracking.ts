import type { QuestionCategory, TrackingStatus } from "@/api/types";

import type { HumanTracking, TrackedQuestion } from "../api/tracked-questions";

export type TrackingAction = "mark-asked" | "mark-answered" | "skip" | "reset";

export const ACTION_LABELS: Record<TrackingAction, string> = {
  "mark-asked": "Mark Asked",
  "mark-answered": "Mark Answered",
  skip: "Skip",
  reset: "Reset",
};

const ACTIONS: Record<TrackingStatus, readonly TrackingAction[]> = {
  pending: ["mark-asked", "skip"],
  asked: ["mark-answered", "skip", "reset"],
  answered: ["reset"],
  skipped: ["reset"],
};

const STATUS_AFTER: Record<TrackingAction, TrackingStatus> = {
  "mark-asked": "asked",
  "mark-answered": "answered",
  skip: "skipped",
  reset: "pending",
};

export const CATEGORY_LABELS: Record<QuestionCategory, string> = {
  behavioral: "Behavioral",
  technical: "Technical",
  cognitive: "Cognitive",
  culture: "Culture",
  motivation: "Motivation",
};

/** Label of each whole score from 1 to 10. */
export const SCORE_LABELS: readonly string[] = [
  "Very Poor",
  "Poor",
  "Below Average",
  "Fair",
  "Average",
  "Above Average",
  "Good",
  "Very Good",
  "Excellent",
  "Outstanding",
];

export function scoreLabel(score: number | null): string {
  return score === null ? "Not Scored" : (SCORE_LABELS[score - 1] ?? "Not Scored");
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

/** Heading and hint of an empty list. */
export function emptyTexts(total: number, filter: QuestionFilter): { title: string; hint: string } {
  if (total === 0) {
    return {
      title: "No questions available",
      hint: "Questions need to be generated in Interview HQ first",
    };
  }
  if (filter.category !== "all") {
    return {
      title: `No ${filter.category} questions found`,
      hint: "Try changing the category filter",
    };
  }
  return { title: `No ${filter.status} questions found`, hint: "Try changing the status filter" };
}
