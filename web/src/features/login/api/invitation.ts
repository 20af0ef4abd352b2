/** Account invitations and password reset links. */
import { queryOptions, useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";

/** Query for the owner of a link. 404 if it is unknown, 410 if it was used or has expired. */
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
    // Once the link is used the response changes, but the page must stay as it is.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Sets the password once. 401 `SECOND_FACTOR_REQUIRED` if it is set and a code is required. */
export function useAcceptInvitation(invitationToken: string) {
  return useMutation({
    mutationFn: (password: string) =>
      api.post("/api/auth/invitations/{token}", {
        params: { token: invitationToken },
        body: { password },
        keepSession: true,
      }),
    onSuccess: (response) => storeSession(response.token, response.admin),
  });
}
