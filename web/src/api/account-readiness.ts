/** Notifies the shell when the server rejects calls until the account is set up. */
import { isApiError } from "./errors";

type Listener = () => void;
const listeners = new Set<Listener>();

/**
 * Whether the user must first set their own password or a required second factor. Until then the
 * server refuses every call except those of the profile.
 */
export function isUnready(error: unknown): boolean {
  return isApiError(error, "PASSWORD_CHANGE_REQUIRED", "SECOND_FACTOR_ENROLMENT_REQUIRED");
}

export function announceUnready(): void {
  for (const listener of listeners) listener();
}

/** Called whenever the server refused a call because the account is not ready. */
export function onUnready(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
