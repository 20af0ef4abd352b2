import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "./client";
import { newOperationId } from "./operations";

/** The beginning of the key of every list of interviews. */
export const INTERVIEW_LISTS = ["interviews", "list"] as const;

// Kept as data, so not translated: document 000 §4 "A new interview is created with …".
const NEW_INTERVIEW = { candidateName: "Unnamed Candidate", title: "New Interview" };
const UNSET = { position: "", status: "draft", language: "en" } as const;

export function useCreateInterview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // The server makes one interview per sessionId, however often the call arrives.
      const body = { ...NEW_INTERVIEW, ...UNSET, sessionId: newOperationId() };
      return (await api.post("/api/interviews", { body })).interview;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INTERVIEW_LISTS }),
  });
}
