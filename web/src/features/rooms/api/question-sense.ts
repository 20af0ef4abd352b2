/** HTTP calls of Question Sense: read the transcript, accept or reject a suggestion. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import { trackedQuestionsQuery } from "./tracked-questions";

/** From this probability on, a question is suggested as asked. */
const CONFIDENCE_THRESHOLD = 0.7;

/** Has the server read its transcript for the prepared questions. */
export function useAnalyzeTranscript(interviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.post("/api/questions-tracking/analyze-transcript", {
        body: {
          interviewId,
          mode: "batch",
          options: {
            updateDatabase: true,
            confidenceThreshold: CONFIDENCE_THRESHOLD,
            includeScoring: false,
          },
        },
        keepSession: true,
      }),
    onSuccess: ({ updateCount }) =>
      updateCount > 0
        ? client.invalidateQueries({ queryKey: trackedQuestionsQuery(interviewId).queryKey })
        : undefined,
  });
}

export interface SuggestionDecision {
  questionId: string;
  segmentId: string;
  action: "accept" | "reject";
}

export function useDecideSuggestion(interviewId: string) {
  const client = useQueryClient();
  const { queryKey } = trackedQuestionsQuery(interviewId);
  return useMutation({
    // In sequence with the changes made by hand.
    scope: { id: `track-${interviewId}` },
    mutationFn: ({ questionId, segmentId, action }: SuggestionDecision) =>
      api.post(
        "/api/questions-tracking/interview/{interview_id}/questions/{question_id}/suggestion",
        {
          params: { interview_id: interviewId, question_id: questionId },
          body: { segmentId, action },
          keepSession: true,
        },
      ),
    onSuccess: ({ question }) => {
      client.setQueryData(queryKey, (questions) =>
        questions?.map((known) => (known._id === question._id ? question : known)),
      );
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
