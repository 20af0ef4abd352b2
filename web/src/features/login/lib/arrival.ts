import { returnPath, withReturn } from "@/lib/return-path";

/** How one comes to the sign-in page: by oneself, or sent back by the identity provider. */
export type Arrival =
  | { kind: "visit" }
  | { kind: "session"; token: string }
  | { kind: "challenge"; challenge: string }
  | { kind: "refusal"; code: string };

export function readArrival(search: URLSearchParams): Arrival {
  const token = search.get("token");
  if (token) return { kind: "session", token };
  const challenge = search.get("challenge");
  if (challenge) return { kind: "challenge", challenge };
  const code = search.get("error");
  if (code !== null) return { kind: "refusal", code };
  return { kind: "visit" };
}

/** The query without what the provider's sign-in put there: none of it may stay in the address. */
export function withoutArrival(search: URLSearchParams): URLSearchParams {
  const clean = new URLSearchParams(search);
  for (const name of ["token", "challenge", "error"]) clean.delete(name);
  return clean;
}

/** Where the browser begins the provider's sign-in. */
export function providerPath(search: URLSearchParams): string {
  return search.has("next") ? withReturn("/auth/google", returnPath(search)) : "/auth/google";
}

/** What a refusal means for the one who wanted in, where there is more to say than that it failed. */
export const REFUSALS = [
  "unknown",
  "unverified",
  "unchecked",
  "inactive",
  "provider",
  "state",
] as const;
export type Refusal = (typeof REFUSALS)[number];

export function getRefusal(code: string): Refusal | null {
  return REFUSALS.find((refusal) => refusal === code) ?? null;
}
