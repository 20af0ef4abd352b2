/** The session token in local storage, and notifications when a session starts or ends. */
import { readStored, writeStored } from "@/lib/local-storage";

// The specification fixes both keys.
const KEYS = ["token", "authToken"] as const;
const ADMIN_KEY = "admin";

export type SignOutReason = "expired" | "chosen";

/** Window event for code outside the client, dispatched when a session ends in this tab. */
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

/** Replaces the token after a password change. Listeners are not called, so cached data stays. */
export function renewSession(token: string, admin: unknown): void {
  for (const key of KEYS) writeStored(key, token);
  writeStored(ADMIN_KEY, JSON.stringify(admin));
}

/** Replaces the token of a session that the server has extended. */
export function replaceSessionToken(token: string): void {
  for (const key of KEYS) writeStored(key, token);
}

/** Deletes the session from this browser and notifies all listeners. */
export function clearSession(reason: SignOutReason): void {
  for (const key of KEYS) writeStored(key, null);
  writeStored(ADMIN_KEY, null);
  window.dispatchEvent(new CustomEvent(LOGOUT_EVENT, { detail: { reason } }));
  for (const listener of listeners) listener(reason);
}

/** Calls `listener` with null after sign-in and with a reason after sign-out, in any tab. */
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
