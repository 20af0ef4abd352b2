import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";
import type { SignedIn } from "@/api/types";

export interface Credentials {
  username: string;
  password: string;
}

export function useSignIn() {
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      api.post<SignedIn>("/api/admin/login", credentials, { keepSession: true }),
    onSuccess: (answer) => storeSession(answer.token, answer.admin),
  });
}
