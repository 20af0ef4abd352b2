/** Revokes the session. This browser forgets it even if the server cannot be reached. */
import { useMutation } from "@tanstack/react-query";

import { makeLastCalls } from "@/api/before-sign-out";
import { api } from "@/api/client";
import { clearSession } from "@/api/session-token";

export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      await makeLastCalls();
      return api.post("/api/auth/logout", { keepSession: true, timeoutMs: 5000 });
    },
    onSettled: () => clearSession("chosen"),
  });
}
