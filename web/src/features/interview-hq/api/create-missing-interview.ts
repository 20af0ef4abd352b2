/** Mutation that creates the interview of an HQ page opened without one. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { INTERVIEW_LISTS } from "@/api/create-interview";
import { announceInterviewCreated } from "@/api/interview-created";

import type { InterviewChange } from "./interview";

/**
 * Creates an interview for a URL that leads to none. The server creates one per `sessionId`, so a
 * second click opens the first one's. `change` is what was chosen before there was an interview.
 */
export function useCreateMissingInterview(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: InterviewChange | undefined) => {
      const body = {
        sessionId,
        candidateName: "New Interview",
        title: "New Interview",
        status: "scheduled",
        position: "",
        language: "en",
      } as const;
      const { interview } = await api.post("/api/interviews", { body });
      if (change === undefined) return interview;
      const params = { interview_id: interview._id };
      return (await api.patch("/api/interviews/{interview_id}", { params, body: change }))
        .interview;
    },
    onSuccess: ({ _id }) => {
      announceInterviewCreated(_id);
      return client.invalidateQueries({ queryKey: INTERVIEW_LISTS });
    },
  });
}
