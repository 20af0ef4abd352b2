import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

/** How many people hold an invitation to what is still to come: they are told when it is off. */
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
