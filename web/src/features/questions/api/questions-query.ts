import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";

import type { Question, QuestionsAnswer } from "./types";

/** The questions of an interview in their order; an interview without a set has none. */
export function questionsQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["questions", interviewId],
    queryFn: async ({ signal }): Promise<Question[]> => {
      try {
        const path = `/api/questions/interview/${interviewId}`;
        return (await api.get<QuestionsAnswer>(path, { signal })).questions;
      } catch (error) {
        if (isApiError(error) && error.status === 404) return [];
        throw error;
      }
    },
  });
}
