/** Mutation that creates the interview of an HQ page opened without one. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { INTERVIEW_LISTS } from "@/api/create-interview";

/**
 * Creates an interview for a URL that leads to none. The server creates one per `sessionId`, so a
 * second click opens the first one's.
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
