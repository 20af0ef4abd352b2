import type {
  Difficulty,
  QuestionCategory,
  QuestionSource,
  Success,
  TrackingStatus,
} from "@/api/types";

export interface BasedOn {
  source: "cv" | "job";
  /** The line of the CV or job description, copied by code. */
  text: string;
}

export interface Question {
  _id: string;
  question: string;
  category: QuestionCategory;
  /** Minutes. */
  estimatedTime: number;
  source: QuestionSource;
  basedOn: BasedOn | null;
  humanTracking: {
    status: TrackingStatus;
    notes: string;
    score: number | null;
    markedAt: string | null;
  };
}

export interface QuestionSet {
  _id: string;
  totalQuestions: number;
}

export interface QuestionsAnswer extends Success {
  questionSet: QuestionSet;
  questions: Question[];
}

export interface GeneratedAnswer extends QuestionsAnswer {
  /** Slots whose text failed its check twice. */
  missing: number;
}

export interface QuestionAnswer extends Success {
  question: Question;
}

export interface GenerationRequest {
  interviewId: string;
  context: {
    candidateProfileId?: string;
    jobDescriptionId?: string;
    existingQuestions: string[];
  };
  distribution: Record<QuestionCategory, number>;
  options: { totalQuestions: number; difficulty: Difficulty; focusAreas: string[] };
}

export interface QuestionDraft {
  question: string;
  category: QuestionCategory;
  estimatedTime: number;
}

export type QuestionChange = Partial<QuestionDraft> & { source?: QuestionSource };
