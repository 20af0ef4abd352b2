/** Mutation that creates the interview of an HQ page opened without one. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { InterviewRecord } from "@/api/create-interview";
import { announceInterviewCreated, INTERVIEW_LISTS } from "@/api/interview-created";

/**
 * Creates an interview for a URL that leads to none. The server creates one per `sessionId`, so a
 * second click opens the first one's.
 */
export function useCreateMissingInterview(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (record: InterviewRecord | null) => {
      const body = {
        sessionId,
        candidateName: "New Interview",
        title: "New Interview",
        status: "scheduled",
        position: "",
        language: "en",
        ...record,
      } as const;
      return (await api.post("/api/interviews", { body })).interview;
    },
    onSuccess: ({ _id }) => {
      announceInterviewCreated(_id);
      return client.invalidateQueries({ queryKey: INTERVIEW_LISTS });
    },
  });
}
