import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";
import type { SignedIn } from "@/api/types";

/** The second step: the code of the app, or a recovery code. */
export function useSecondFactor(challenge: string) {
  return useMutation({
    mutationFn: (code: string) =>
      api.post<SignedIn>("/api/auth/second-factor", { challenge, code }, { keepSession: true }),
    onSuccess: (answer) => storeSession(answer.token, answer.admin),
  });
}
