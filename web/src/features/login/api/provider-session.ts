/** Exchanges the token of an identity provider sign-in for a session; the cookie of this browser is sent along. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";

export function useProviderSession() {
  return useMutation({
    mutationFn: (token: string) =>
      api.post("/auth/session", { body: { token }, keepSession: true }),
    onSuccess: (response) => storeSession(response.token, response.admin),
  });
}
