/** Links that show a report without sign-in: list, create, withdraw. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

export type ReportLink = Schemas["ReportLinkView"];

export function reportLinksQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["report-links", interviewId],
    queryFn: async ({ signal }): Promise<ReportLink[]> =>
      (
        await api.get("/api/interviews/{interview_id}/report-links", {
          params: { interview_id: interviewId },
          signal,
        })
      ).data,
  });
}

export function useCreateReportLink(interviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (link: { label: string; days: number }) =>
      (
        await api.post("/api/interviews/{interview_id}/report-links", {
          params: { interview_id: interviewId },
          body: link,
        })
      ).data,
    onSuccess: () => client.invalidateQueries({ queryKey: reportLinksQuery(interviewId).queryKey }),
  });
}

export function useRevokeReportLink(interviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (linkId: string) =>
      api.delete("/api/interviews/{interview_id}/report-links/{link_id}", {
        params: { interview_id: interviewId, link_id: linkId },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: reportLinksQuery(interviewId).queryKey }),
  });
}
