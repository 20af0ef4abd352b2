import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Success } from "@/api/types";

import type { SettingsAnswer } from "./types";

const PATH = "/api/admin/settings";

export const settingsQuery = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: async ({ signal }) => (await api.get<Data<SettingsAnswer>>(PATH, { signal })).data,
});

/** What people see of the server follows at once: its name and colour, plans, ways to sign in. */
const FOLLOWING_KEYS = [["site"], ["billing"], ["auth", "me"]];

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: Record<string, unknown>) =>
      (await api.patch<Data<SettingsAnswer>>(PATH, { values })).data,
    onSuccess: async (answer) => {
      client.setQueryData(settingsQuery.queryKey, answer);
      await Promise.all(FOLLOWING_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

export function useSendTestMail() {
  return useMutation({
    mutationFn: (to: string) => api.post<Success>(`${PATH}/test-mail`, { to }),
  });
}
