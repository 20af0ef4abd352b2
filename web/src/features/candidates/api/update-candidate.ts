import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { recordHistoryKey } from "@/api/record-history";
import type { Data } from "@/api/types";

import { CANDIDATE_LISTS, candidateQuery } from "./candidate-queries";
import type { CandidateProfile, ProfileChange } from "./types";

export function useUpdateCandidate(candidateId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) =>
      api.patch<Data<CandidateProfile>>(`/api/candidates/profile/${candidateId}`, change),
    onSuccess: ({ data }) => {
      client.setQueryData(candidateQuery(candidateId).queryKey, data);
      return Promise.all([
        client.invalidateQueries({ queryKey: CANDIDATE_LISTS }),
        client.invalidateQueries({ queryKey: recordHistoryKey("candidates", candidateId) }),
      ]);
    },
  });
}
