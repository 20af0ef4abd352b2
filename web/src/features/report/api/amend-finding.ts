/** Mutation that strikes, rewords or restores a finding. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import { analysisQuery } from "./report-queries";
import type { AmendFinding } from "./types";

export function useAmendFinding(interviewId: string, findingKey: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AmendFinding) =>
      api.put("/api/aisense/analysis/{interview_id}/findings/{finding_key}", {
        params: { interview_id: interviewId, finding_key: findingKey },
        body,
      }),
    onSuccess: async (response) => {
      client.setQueryData(analysisQuery(interviewId).queryKey, response);
      // The history of the review has the change.
      await client.invalidateQueries({ queryKey: ["review", interviewId] });
    },
  });
}
