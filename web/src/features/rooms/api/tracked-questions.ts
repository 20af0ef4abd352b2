import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";
import type { QuestionCategory, QuestionSource, Success, TrackingStatus } from "@/api/types";

export interface HumanTracking {
  status: TrackingStatus;
  notes: string;
  score: number | null;
  markedAt: string | null;
}

export interface TrackedQuestion {
  _id: string;
  question: string;
  category: QuestionCategory;
  /** Minutes. */
  estimatedTime: number;
  source: QuestionSource;
  humanTracking: HumanTracking;
}

interface QuestionsAnswer extends Success {
  questions: TrackedQuestion[];
}

export interface TrackingChange {
  questionId: string;
  change: Partial<HumanTracking>;
}

/** The questions of an interview; an interview without a question set has none. */
export const trackedQuestionsQuery = (interviewId: string) =>
  queryOptions({
    queryKey: ["rooms", "questions", interviewId],
    queryFn: async ({ signal }): Promise<TrackedQuestion[]> => {
      try {
        const path = `/api/questions/interview/${interviewId}`;
        return (await api.get<QuestionsAnswer>(path, { signal, keepSession: true })).questions;
      } catch (error) {
        if (isApiError(error) && error.status === 404) return [];
        throw error;
      }
    },
  });

/** Writes a change of tracking, shown at once and taken back when the server refuses it. */
export function useTrackQuestion(interviewId: string) {
  const client = useQueryClient();
  const { queryKey } = trackedQuestionsQuery(interviewId);
  return useMutation({
    // One after the other, so that a quick second click cannot overtake the first.
    scope: { id: `track-${interviewId}` },
    mutationFn: ({ questionId, change }: TrackingChange) =>
      api.patch<Success>(
        `/api/questions-tracking/interview/${interviewId}/questions/${questionId}/track`,
        { humanTracking: change },
        { keepSession: true },
      ),
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
