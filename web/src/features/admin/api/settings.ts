/** Query and changes of the server settings. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

export const settingsQuery = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: async ({ signal }) => (await api.get("/api/admin/settings", { signal })).data,
});

/** Queries that depend on settings: branding, plans, sign-in methods. */
const FOLLOWING_KEYS = [["site"], ["billing"], ["auth", "me"]];

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: Record<string, unknown>) =>
      (await api.patch("/api/admin/settings", { body: { values } })).data,
    onSuccess: async (response) => {
      client.setQueryData(settingsQuery.queryKey, response);
      await Promise.all(FOLLOWING_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

export function useSendTestEmail() {
  return useMutation({
    mutationFn: (to: string) => api.post("/api/admin/settings/test-mail", { body: { to } }),
  });
}
