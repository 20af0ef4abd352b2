import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { recordHistoryKey } from "@/api/record-history";

import { CANDIDATE_LISTS, candidateQuery } from "./candidate-queries";
import type { ProfileChange } from "./types";

export function useUpdateCandidate(candidateId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) =>
      api.patch("/api/candidates/profile/{candidate_id}", {
        params: { candidate_id: candidateId },
        body: change,
      }),
    onSuccess: ({ data }) => {
      client.setQueryData(candidateQuery(candidateId).queryKey, data);
      return Promise.all([
        client.invalidateQueries({ queryKey: CANDIDATE_LISTS }),
        client.invalidateQueries({ queryKey: recordHistoryKey("candidates", candidateId) }),
      ]);
    },
  });
}
