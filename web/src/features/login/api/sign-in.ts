/** Sign-in with username and password. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";
import type { Schemas } from "@/api/types";

export type Credentials = Schemas["LoginRequest"];

export function useSignIn() {
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      api.post("/api/admin/login", { body: credentials, keepSession: true }),
    onSuccess: (response) => storeSession(response.token, response.admin),
  });
}
