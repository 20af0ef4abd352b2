import { readStored, writeStored } from "@/lib/local-storage";

// Both keys are part of the product's contract (document 000 §3 "Local storage keys").
const KEYS = ["token", "authToken"] as const;
const ADMIN_KEY = "admin";

export type SignOutReason = "expired" | "chosen";

/** Told to the whole window when a session ends here, for whoever is no part of the client. */
const LOGOUT_EVENT = "logout";

type Listener = (reason: SignOutReason | null) => void;
const listeners = new Set<Listener>();

export function readSessionToken(): string | null {
  return readStored(KEYS[0]) ?? readStored(KEYS[1]);
}

export function storeSession(token: string, admin: unknown): void {
  for (const key of KEYS) writeStored(key, token);
  writeStored(ADMIN_KEY, JSON.stringify(admin));
  for (const listener of listeners) listener(null);
}

/**
 * Takes the place of a session of the same person, whose password change ended it: nobody came or
 * went, so what was read stays.
 */
export function renewSession(token: string, admin: unknown): void {
  for (const key of KEYS) writeStored(key, token);
  writeStored(ADMIN_KEY, JSON.stringify(admin));
}

/** Forgets the session in this browser and tells every listener. */
export function clearSession(reason: SignOutReason): void {
  for (const key of KEYS) writeStored(key, null);
  writeStored(ADMIN_KEY, null);
  window.dispatchEvent(new CustomEvent(LOGOUT_EVENT, { detail: { reason } }));
  for (const listener of listeners) listener(reason);
}

/** Called with null after a sign-in and with a reason after a sign-out, of another tab too. */
export function onSessionChange(listener: Listener): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEYS[0] || event.key === null) listener(readSessionToken() ? null : "chosen");
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}
