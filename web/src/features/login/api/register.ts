/** Self-registration. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";
import type { Schemas } from "@/api/types";

export type Registration = Schemas["RegistrationRequest"];

export function useRegister() {
  return useMutation({
    mutationFn: (registration: Registration) =>
      api.post("/api/auth/register", { body: registration, keepSession: true }),
    onSuccess: (response) => storeSession(response.token, response.admin),
  });
}
