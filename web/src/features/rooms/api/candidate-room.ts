/** HTTP calls of the candidate room: open the link, give consent. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

const asCandidate = (candidateToken: string) => ({
  params: { token: candidateToken },
  asCandidate: true,
});

export const candidateInterviewQuery = (candidateToken: string) =>
  queryOptions({
    queryKey: ["rooms", "candidate", candidateToken],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/interviews/candidate/{token}", {
          signal,
          ...asCandidate(candidateToken),
        })
      ).interview,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** The server stores the consent before it responds; only then does the room open. */
export function useGiveConsent(candidateToken: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.post("/api/interviews/candidate/{token}/consent", {
        body: { accepted: true },
        ...asCandidate(candidateToken),
      }),
    onSuccess: ({ interview }) => {
      client.setQueryData(candidateInterviewQuery(candidateToken).queryKey, interview);
    },
  });
}
