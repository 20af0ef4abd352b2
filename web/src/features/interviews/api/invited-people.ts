import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

/** How many people hold an invitation that still stands. */
export function invitedPeopleQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["interviews", "invited-people", interviewId],
    queryFn: async ({ signal }) => {
      const path = `/api/interviews/${interviewId}/invitations`;
      const { data } = await api.get<Schemas["InvitationList"]>(path, { signal });
      return data.filter(({ method }) => method === "REQUEST").length;
    },
  });
}
