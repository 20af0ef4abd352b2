/** Creates the first administrator. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { storeSession } from "@/api/session-token";
import type { Schemas } from "@/api/types";

export type FirstAdmin = Schemas["SetupRequest"];

export function useSetUp() {
  return useMutation({
    mutationFn: (admin: FirstAdmin) => api.post("/api/setup", { body: admin, keepSession: true }),
    onSuccess: (response) => storeSession(response.token, response.admin),
  });
}
