/** Mutation that corrects a line of the transcript, or restores it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import { analysisQuery, transcriptQuery } from "./report-queries";

export function useCorrectLine(interviewId: string, segmentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      api.put("/api/interview/{interview_id}/transcript/{segment_id}", {
        params: { interview_id: interviewId, segment_id: segmentId },
        body: { text },
      }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: transcriptQuery(interviewId).queryKey }),
        // The report is outdated now, and the history of the review has the change.
        client.invalidateQueries({ queryKey: analysisQuery(interviewId).queryKey }),
        client.invalidateQueries({ queryKey: ["review", interviewId] }),
      ]),
  });
}
