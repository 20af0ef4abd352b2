import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";

import type { Question, QuestionsResponse } from "./types";

/** The questions of an interview in their order. */
export interface QuestionSet {
  questions: Question[];
  /** The model writes into it now, for this tab or for another one. */
  isBeingWritten: boolean;
}

const NO_SET: QuestionSet = { questions: [], isBeingWritten: false };

export function questionSetOf({ questionSet, questions }: QuestionsResponse): QuestionSet {
  // The server names no moment that is over.
  return { questions, isBeingWritten: questionSet.generatingUntil !== null };
}

/** The set of an interview; one that has none yet is empty. */
export function questionSetQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["questions", interviewId],
    queryFn: async ({ signal }): Promise<QuestionSet> => {
      try {
        const params = { interview_id: interviewId };
        return questionSetOf(
          await api.get("/api/questions/interview/{interview_id}", { params, signal }),
        );
      } catch (error) {
        if (isApiError(error) && error.status === 404) return NO_SET;
        throw error;
      }
    },
  });
}

/** The questions alone. */
export function questionsQuery(interviewId: string) {
  return queryOptions({
    ...questionSetQuery(interviewId),
    select: ({ questions }: QuestionSet) => questions,
  });
}

/** Changes the questions in a cached set, where there is one. */
export function withQuestions(change: (questions: Question[]) => Question[]) {
  return (set: QuestionSet | undefined): QuestionSet | undefined =>
    set && { ...set, questions: change(set.questions) };
}
