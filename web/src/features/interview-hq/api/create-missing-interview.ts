import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { INTERVIEW_LISTS } from "@/api/create-interview";

/**
 * Makes the interview of an address that leads to none (document 001, section 7). The server makes
 * one per `sessionId`: a second click opens the first one's.
 */
export function useCreateMissingInterview(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const body = {
        sessionId,
        candidateName: "New Interview",
        title: "New Interview",
        status: "scheduled",
        position: "",
        language: "en",
      } as const;
      return (await api.post("/api/interviews", { body })).interview;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: INTERVIEW_LISTS }),
  });
}
