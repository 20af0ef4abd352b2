/** HTTP calls for questions and their tracking in the room. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";
import type { Schemas } from "@/api/types";

export type TrackedQuestion = Pick<
  Schemas["QuestionView"],
  | "_id"
  | "question"
  | "category"
  | "estimatedTime"
  | "source"
  | "basedOn"
  | "goodAnswer"
  | "humanTracking"
  | "aiTracking"
>;
export type HumanTracking = TrackedQuestion["humanTracking"];

export interface TrackingChange {
  questionId: string;
  change: Partial<HumanTracking>;
}

/** The questions of an interview; empty without a question set. */
export const trackedQuestionsQuery = (interviewId: string) =>
  queryOptions({
    queryKey: ["rooms", "questions", interviewId],
    queryFn: async ({ signal }): Promise<TrackedQuestion[]> => {
      try {
        const { questions } = await api.get("/api/questions/interview/{interview_id}", {
          params: { interview_id: interviewId },
          signal,
          keepSession: true,
        });
        return questions;
      } catch (error) {
        if (isApiError(error) && error.status === 404) return [];
        throw error;
      }
    },
  });

/** Saves a tracking change optimistically; reverted if the server refuses it. */
export function useTrackQuestion(interviewId: string) {
  const client = useQueryClient();
  const { queryKey } = trackedQuestionsQuery(interviewId);
  return useMutation({
    // In sequence, so that a quick second click cannot overtake the first.
    scope: { id: `track-${interviewId}` },
    mutationFn: ({ questionId, change }: TrackingChange) =>
      api.patch("/api/questions-tracking/interview/{interview_id}/questions/{question_id}/track", {
        params: { interview_id: interviewId, question_id: questionId },
        body: { humanTracking: change },
        keepSession: true,
      }),
    onMutate: async ({ questionId, change }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (questions) =>
        questions?.map((question) =>
          question._id === questionId
            ? { ...question, humanTracking: { ...question.humanTracking, ...change } }
            : question,
        ),
      );
      return { before };
    },
    onError: (_error, _change, context) => {
      client.setQueryData(queryKey, context?.before);
      void client.invalidateQueries({ queryKey });
    },
  });
}
