import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

/** How many people hold an invitation to what is still to come: they are told when it is off. */
export function invitedPeopleQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["interviews", "invited-people", interviewId],
    queryFn: async ({ signal }) => {
      const path = `/api/interviews/${interviewId}/invitations`;
      const { data } = await api.get<Schemas["InvitationList"]>(path, { signal });
      const now = new Date().toISOString();
      return data.filter(({ method, startsAt }) => method === "REQUEST" && startsAt > now).length;
    },
  });
}
