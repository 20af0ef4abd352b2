import { queryOptions, useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";

/** For whom a link is. 404 for an unknown one, 410 for one that was used or is over. */
export function invitationQuery(invitationToken: string) {
  return queryOptions({
    queryKey: ["invitation", invitationToken],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/auth/invitations/{token}", {
          params: { token: invitationToken },
          signal,
          keepSession: true,
        })
      ).data,
    // Once the link was used the answer is another one; the page must not change by itself then.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Sets the password, once. 401 `SECOND_FACTOR_REQUIRED` when it is set and a code is asked for. */
export function useAcceptInvitation(invitationToken: string) {
  return useMutation({
    mutationFn: (password: string) =>
      api.post("/api/auth/invitations/{token}", {
        params: { token: invitationToken },
        body: { password },
        keepSession: true,
      }),
    onSuccess: (answer) => storeSession(answer.token, answer.admin),
  });
}
