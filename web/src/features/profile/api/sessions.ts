/** The user's sessions. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { clearSession } from "@/api/session-token";
import type { Schemas } from "@/api/types";

export type SessionView = Schemas["SessionView"];

export const sessionsQuery = queryOptions({
  queryKey: ["profile", "sessions"],
  queryFn: async ({ signal }) => (await api.get("/api/auth/sessions", { signal })).data,
});

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) =>
      api.delete("/api/auth/sessions/{session_token_id}", {
        params: { session_token_id: sessionId },
      }),
    // Also after a failure: the session may have ended in the meantime.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Ends all sessions of the user, including this one. */
export function useSignOutEverywhere() {
  return useMutation({
    mutationFn: () => api.post("/api/auth/logout-everywhere"),
    onSuccess: () => clearSession("chosen"),
  });
}
