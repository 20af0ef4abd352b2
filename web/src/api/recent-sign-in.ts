/** Asks the user to sign in again when the server refuses a call because the last sign-in is too old. */
import { isApiError } from "./errors";

/** Resolves to whether the user entered their password. */
type Ask = () => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);
let asked: Promise<boolean> | null = null;

/** Sets what asks the user. Returns what removes it. */
export function onConfirmationNeeded(show: Ask): () => void {
  ask = show;
  return () => {
    ask = () => Promise.resolve(false);
    asked = null;
  };
}

/**
 * Makes a call, and once more after the user has entered their password, if the server refused it for
 * want of a recent sign-in. Calls that are refused at the same time ask only once.
 */
export async function withRecentSignIn<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isApiError(error, "REAUTHENTICATION_REQUIRED")) throw error;
    asked ??= ask().finally(() => {
      asked = null;
    });
    if (!(await asked)) throw error;
    return send();
  }
}
