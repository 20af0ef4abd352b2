/** Mutations of the review: score, look, decide, name and remove reviewers. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import { reviewQuery } from "./review-queries";
import type { DecisionDraft, Review, ScorecardDraft } from "./types";

export function useReviewActions(interviewId: string) {
  const client = useQueryClient();
  const params = { interview_id: interviewId };
  const { queryKey } = reviewQuery(interviewId);
  const onSuccess = async ({ data }: { data: Review }) => {
    client.setQueryData(queryKey, data);
    await Promise.all([
      client.invalidateQueries({ queryKey }),
      // Scoring and looking reveal the report.
      client.invalidateQueries({ queryKey: ["analysis", interviewId] }),
      client.invalidateQueries({ queryKey: ["shared-interviews"] }),
    ]);
  };

  const score = useMutation({
    mutationFn: (body: ScorecardDraft) =>
      api.put("/api/interviews/{interview_id}/review", { params, body }),
    onSuccess,
  });
  const look = useMutation({
    mutationFn: () => api.post("/api/interviews/{interview_id}/review/look", { params }),
    onSuccess,
  });
  const decide = useMutation({
    mutationFn: (body: DecisionDraft) =>
      api.put("/api/interviews/{interview_id}/decision", { params, body }),
    onSuccess,
  });
  const addReviewer = useMutation({
    mutationFn: (username: string) =>
      api.post("/api/interviews/{interview_id}/reviewers", { params, body: { username } }),
    onSuccess,
  });
  const removeReviewer = useMutation({
    mutationFn: (reviewerId: string) =>
      api.delete("/api/interviews/{interview_id}/reviewers/{reviewer_id}", {
        params: { ...params, reviewer_id: reviewerId },
      }),
    onSuccess,
  });
  return { score, look, decide, addReviewer, removeReviewer };
}
