import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { recordHistoryKey } from "@/api/record-history";

import { JOB_DESCRIPTION_LISTS, jobDescriptionQuery } from "./job-description-queries";
import type { JobChange } from "./types";

export function useUpdateJobDescription(jobDescriptionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: JobChange) =>
      api.patch("/api/job-descriptions/{job_description_id}", {
        params: { job_description_id: jobDescriptionId },
        body: change,
      }),
    onSuccess: ({ data }) => {
      client.setQueryData(jobDescriptionQuery(jobDescriptionId).queryKey, data);
      return Promise.all([
        client.invalidateQueries({ queryKey: JOB_DESCRIPTION_LISTS }),
        client.invalidateQueries({
          queryKey: recordHistoryKey("job-descriptions", jobDescriptionId),
        }),
      ]);
    },
  });
}
