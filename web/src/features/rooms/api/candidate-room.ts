import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { CandidateInterviewAnswer } from "@/api/types";

const base = (candidateToken: string) =>
  `/api/interviews/candidate/${encodeURIComponent(candidateToken)}`;

export const candidateInterviewQuery = (candidateToken: string) =>
  queryOptions({
    queryKey: ["rooms", "candidate", candidateToken],
    queryFn: async ({ signal }) =>
      (await api.get<CandidateInterviewAnswer>(base(candidateToken), { signal, asCandidate: true }))
        .interview,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Stored on the server before it is answered; the room opens only then. */
export function useGiveConsent(candidateToken: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.post<CandidateInterviewAnswer>(
        `${base(candidateToken)}/consent`,
        { accepted: true },
        { asCandidate: true },
      ),
    onSuccess: ({ interview }) => {
      client.setQueryData(candidateInterviewQuery(candidateToken).queryKey, interview);
    },
  });
}
