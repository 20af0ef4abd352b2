/** Second sign-in step: a code from the app, or a recovery code. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";

export function useSecondFactor(challenge: string) {
  return useMutation({
    mutationFn: (code: string) =>
      api.post("/api/auth/second-factor", { body: { challenge, code }, keepSession: true }),
    onSuccess: (response) => storeSession(response.token, response.admin),
  });
}
