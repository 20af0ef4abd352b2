/** Stores the session from an identity provider sign-in and loads its user. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { clearSession, storeSession } from "@/api/session-token";

export function useProviderSession() {
  return useMutation({
    mutationFn: async (token: string) => {
      storeSession(token, null);
      const { data } = await api.get("/api/auth/me", { keepSession: true });
      storeSession(token, data);
      return data;
    },
    onError: () => clearSession("expired"),
  });
}
