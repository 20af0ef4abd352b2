/** Demo requests and the challenge of their spam check. */
import { useMutation } from "@tanstack/react-query";
import type { Challenge } from "altcha-lib/types";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

/** `honeypot` is hidden from people; only bots fill it in. `timestamp`: when the form was opened. */
export type DemoRequest = Schemas["DemoRequestForm"];

export async function readChallenge(signal: AbortSignal): Promise<Challenge> {
  return (await api.get("/api/contact/challenge", { signal })).data;
}

export function useRequestDemo() {
  return useMutation({
    mutationFn: (request: DemoRequest) =>
      // The form needs no account, so the call carries none.
      api.post("/api/contact/request-demo", { body: request, asCandidate: true }),
  });
}
