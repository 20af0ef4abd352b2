import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { clearSession, storeSession } from "@/api/session-token";

/** Takes the session that the provider's sign-in brought along, once the server has said whose it is. */
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
