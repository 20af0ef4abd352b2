import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";

import { candidateQuery } from "./candidate-queries";

async function deleteCandidate(candidateId: string): Promise<void> {
  try {
    await api.delete("/api/candidates/{candidate_id}", { params: { candidate_id: candidateId } });
  } catch (error) {
    // Gone already, by another tab: that is what was wanted.
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}

export function useDeleteCandidate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteCandidate,
    onSuccess: (_, candidateId) => {
      client.removeQueries({ queryKey: candidateQuery(candidateId).queryKey });
    },
    // After a refusal too: an interview may have been linked meanwhile.
    onSettled: () =>
      client.invalidateQueries({
        queryKey: ["candidates"],
        predicate: ({ queryKey }) => queryKey[1] !== "one",
      }),
  });
}
