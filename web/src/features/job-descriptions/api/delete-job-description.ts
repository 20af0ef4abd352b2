import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";

import { jobDescriptionQuery } from "./job-description-queries";

async function deleteJobDescription(jobDescriptionId: string): Promise<void> {
  try {
    await api.delete("/api/job-descriptions/{job_description_id}", {
      params: { job_description_id: jobDescriptionId },
    });
  } catch (error) {
    // Gone already, by another tab: that is what was wanted.
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}

export function useDeleteJobDescription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteJobDescription,
    onSuccess: (_, jobDescriptionId) => {
      client.removeQueries({ queryKey: jobDescriptionQuery(jobDescriptionId).queryKey });
    },
    // After a refusal too: an interview may have been linked meanwhile.
    onSettled: () =>
      client.invalidateQueries({
        queryKey: ["job-descriptions"],
        predicate: ({ queryKey }) => queryKey[1] !== "one",
      }),
  });
}
