/** How a visitor arrived at the sign-in page. */
import { returnPath, withReturn } from "@/lib/return-path";

/** Arrival at the sign-in page: directly, or returning from the identity provider. */
export type Arrival =
  { kind: "visit" } | { kind: "session"; token: string } | { kind: "refusal"; code: string };

export function readArrival(search: URLSearchParams): Arrival {
  const token = search.get("token");
  if (token) return { kind: "session", token };
  const code = search.get("error");
  if (code !== null) return { kind: "refusal", code };
  return { kind: "visit" };
}

/** The query without the provider's parameters, which must not stay in the URL. */
export function withoutArrival(search: URLSearchParams): URLSearchParams {
  const clean = new URLSearchParams(search);
  for (const name of ["token", "error"]) clean.delete(name);
  return clean;
}

/** URL that starts the identity provider sign-in. */
export function providerPath(search: URLSearchParams): string {
  return search.has("next") ? withReturn("/auth/google", returnPath(search)) : "/auth/google";
}

/** Key of the message for a refusal, if there is a specific one. */
export const REFUSALS = [
  "unknown",
  "unverified",
  "unchecked",
  "inactive",
  "weak",
  "provider",
  "state",
] as const;
export type Refusal = (typeof REFUSALS)[number];

export function getRefusal(code: string): Refusal | null {
  return REFUSALS.find((refusal) => refusal === code) ?? null;
}
