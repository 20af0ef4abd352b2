import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { recordHistoryKey } from "@/api/record-history";
import type { Data } from "@/api/types";

import { JOB_DESCRIPTION_LISTS, jobDescriptionQuery } from "./job-description-queries";
import type { JobChange, JobDescription } from "./types";

export function useUpdateJobDescription(jobDescriptionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: JobChange) =>
      api.patch<Data<JobDescription>>(`/api/job-descriptions/${jobDescriptionId}`, change),
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
