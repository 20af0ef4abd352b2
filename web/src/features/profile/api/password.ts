import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { currentUserQuery } from "@/api/current-user";
import { renewSession } from "@/api/session-token";
import type { Schemas } from "@/api/types";

export type PasswordChange = Schemas["PasswordChange"];

/** Every session ends, and a new one opens here: this browser goes on with it. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PasswordChange) =>
      api.post("/api/profile/password", { body: change, keepSession: true }),
    onSuccess: (answer) => {
      renewSession(answer.token, answer.admin);
      client.setQueryData(currentUserQuery.queryKey, answer.admin);
      void client.invalidateQueries();
    },
  });
}
