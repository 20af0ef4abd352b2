import { useMutation } from "@tanstack/react-query";
import type { Challenge } from "altcha-lib/types";

import { api } from "@/api/client";

export interface DemoRequest {
  name: string;
  email: string;
  company: string;
  phone: string;
  /** No person sees this field: who fills it is none. */
  honeypot: string;
  /** The answer to the check that the site names: of ALTCHA the base64 payload. */
  recaptchaToken: string;
  /** When the form was opened: milliseconds since 1970. */
  timestamp: number;
}

export async function readChallenge(signal: AbortSignal): Promise<Challenge> {
  return (await api.get("/api/contact/challenge", { signal })).data;
}

export function useRequestDemo() {
  return useMutation({
    mutationFn: (request: DemoRequest) =>
      // No account is needed, so no refusal may sign anybody out.
      api.post("/api/contact/request-demo", { body: request, keepSession: true }),
  });
}
