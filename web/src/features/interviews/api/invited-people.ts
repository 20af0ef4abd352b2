/** Number of people invited to a future interview, who would be notified of a cancellation. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

export function invitedPeopleQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["interviews", "invited-people", interviewId],
    queryFn: async ({ signal }) => {
      const { data } = await api.get("/api/interviews/{interview_id}/invitations", {
        params: { interview_id: interviewId },
        signal,
      });
      const now = new Date().toISOString();
      return data.filter(({ method, startsAt }) => method === "REQUEST" && startsAt > now).length;
    },
  });
}
