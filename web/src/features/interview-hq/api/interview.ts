/** Query and changes of one interview. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError, NETWORK_ERROR } from "@/api/errors";
import type { Interview } from "@/api/types";

const RETRY_MS = 500;
const WATCH_MS = 5000;

/** One interview. Polled while it may start or end in another tab. */
export function interviewQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["interviews", "one", interviewId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/interviews/{interview_id}", {
          params: { interview_id: interviewId },
          signal,
        })
      ).interview,
    // Right after its creation an interview may not be found yet, so 404 is retried once.
    retry: (failures, error) =>
      (isApiError(error) && error.status === 404 && failures < 1) ||
      (isApiError(error, NETWORK_ERROR) && failures < 2),
    retryDelay: RETRY_MS,
    refetchInterval: ({ state }) =>
      state.data?.status === "scheduled" || state.data?.status === "in_progress" ? WATCH_MS : false,
  });
}

export type InterviewChange = Partial<
  Pick<
    Interview,
    | "candidateProfileId"
    | "candidateName"
    | "candidateEmail"
    | "jobDescriptionId"
    | "position"
    | "status"
    | "scheduledDate"
    | "scheduledDuration"
    | "scheduledTimezone"
    | "language"
    | "reportLanguage"
    | "isRecorded"
  >
>;

export function useUpdateInterview(interviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: InterviewChange) =>
      api.patch("/api/interviews/{interview_id}", {
        params: { interview_id: interviewId },
        body: change,
      }),
    onSuccess: async ({ interview }) => {
      const { queryKey } = interviewQuery(interviewId);
      // A response from before the change would undo it on the screen.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, interview);
      void client.invalidateQueries({ queryKey: ["interviews", "list"] });
      // Invited people are notified of changes.
      void client.invalidateQueries({ queryKey: ["interviews", "invitations", interviewId] });
      void client.invalidateQueries({ queryKey: ["interviews", "clashes"] });
    },
  });
}
