/** Query for the recording of an interview. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

/** The links are valid for an hour. */
const RENEW_MS = 50 * 60 * 1000;

/** The tracks of an interview; null if it was not recorded. */
export function recordingQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["recording", interviewId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/interviews/{interview_id}/recording", {
          params: { interview_id: interviewId },
          signal,
        })
      ).data,
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
  });
}
