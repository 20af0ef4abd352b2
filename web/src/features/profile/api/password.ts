/** Password change. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { currentUserQuery } from "@/api/current-user";
import { renewSession } from "@/api/session-token";
import type { Schemas } from "@/api/types";

export type PasswordChange = Schemas["PasswordChange"];

/** Changes the password. All sessions end, and this browser continues with a new one. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PasswordChange) =>
      api.post("/api/profile/password", { body: change, keepSession: true }),
    onSuccess: (response) => {
      renewSession(response.token, response.admin);
      client.setQueryData(currentUserQuery.queryKey, response.admin);
      void client.invalidateQueries();
    },
  });
}
