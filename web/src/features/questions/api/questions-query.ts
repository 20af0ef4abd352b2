/** Queries for the question set of an interview. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";

import type { Question, QuestionsResponse } from "./types";

/** The questions of an interview, in order. */
export interface QuestionSet {
  questions: Question[];
  /** Whether the model is writing into it, for this tab or another. */
  isBeingWritten: boolean;
}

const NO_SET: QuestionSet = { questions: [], isBeingWritten: false };

export function toQuestionSet({ questionSet, questions }: QuestionsResponse): QuestionSet {
  // The server never sends a time in the past.
  return { questions, isBeingWritten: questionSet.generatingUntil !== null };
}

/** The question set of an interview; empty if there is none yet. */
export function questionSetQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["questions", interviewId],
    queryFn: async ({ signal }): Promise<QuestionSet> => {
      try {
        const params = { interview_id: interviewId };
        return toQuestionSet(
          await api.get("/api/questions/interview/{interview_id}", { params, signal }),
        );
      } catch (error) {
        if (isApiError(error) && error.status === 404) return NO_SET;
        throw error;
      }
    },
  });
}

/** Only the questions of the set. */
export function questionsQuery(interviewId: string) {
  return queryOptions({
    ...questionSetQuery(interviewId),
    select: ({ questions }: QuestionSet) => questions,
  });
}

/** Updater for the questions of a cached set. */
export function withQuestions(change: (questions: Question[]) => Question[]) {
  return (set: QuestionSet | undefined): QuestionSet | undefined =>
    set && { ...set, questions: change(set.questions) };
}
