/** Query for the consents given for an interview. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

export const consentsQuery = (interviewId: string, isGiven: boolean) =>
  queryOptions({
    // A new link ends the consent, and the next person gives their own.
    queryKey: ["interviews", "consents", interviewId, isGiven],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/interviews/{interview_id}/consents", {
          params: { interview_id: interviewId },
          signal,
        })
      ).data,
  });
