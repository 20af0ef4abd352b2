import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";
import type { SignedIn } from "@/api/types";

export interface FirstAdmin {
  code: string;
  username: string;
  name: string;
  password: string;
}

export function useSetUp() {
  return useMutation({
    mutationFn: (admin: FirstAdmin) =>
      api.post<SignedIn>("/api/setup", admin, { keepSession: true }),
    onSuccess: (answer) => storeSession(answer.token, answer.admin),
  });
}
