/** Mutation that creates an interview with default values. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "./client";
import { announceInterviewCreated } from "./interview-created";
import { newOperationId } from "./operations";

/** Key prefix of all interview list queries. */
export const INTERVIEW_LISTS = ["interviews", "list"] as const;

// Stored as data, so not translated.
const NEW_INTERVIEW = { candidateName: "Unnamed Candidate", title: "New Interview" };
const UNSET = { position: "", status: "scheduled", language: "en" } as const;

export function useCreateInterview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // The server creates one interview per sessionId, even if the call arrives twice.
      const body = { ...NEW_INTERVIEW, ...UNSET, sessionId: newOperationId() };
      return (await api.post("/api/interviews", { body })).interview;
    },
    onSuccess: ({ _id }) => {
      announceInterviewCreated(_id);
      return queryClient.invalidateQueries({ queryKey: INTERVIEW_LISTS });
    },
  });
}
