import { redirect } from "react-router";

import { isUnready } from "@/api/account-readiness";
import { api } from "@/api/client";
import { clearSession, readSessionToken, type SignOutReason } from "@/api/session-token";
import { paths } from "@/config/paths";
import { loginPath, withReturn } from "@/lib/return-path";

interface Place {
  pathname: string;
  search: string;
}

/** Where a session's end leads: back to where one was after an expiry, home after a logout. */
export function leaveTo(reason: SignOutReason, place: Place): string {
  return reason === "chosen" ? paths.home : loginPath(place);
}

/** Where an account is made ready, remembering what its user wanted; null where he is there already. */
export function readinessPath(place: Place): string | null {
  return place.pathname === paths.profile
    ? null
    : withReturn(paths.profile, place.pathname + place.search);
}

/** Loader of every signed-in route. */
export function requireSession({ request }: { request: Request }): null {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
  if (!readSessionToken()) throw redirect(loginPath(new URL(request.url)));
  return null;
}

/** Loader of every admin route: the server says first whether this is an admin. */
export async function verifyAdmin({ request }: { request: Request }): Promise<null> {
  requireSession({ request });
  try {
    await api.get("/api/admin/verify", { signal: request.signal, keepSession: true });
  } catch (error) {
    if (request.signal.aborted) throw error;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    if (isUnready(error)) throw redirect(readinessPath(new URL(request.url)) ?? paths.profile);
    // The document has it so: on failure or error the session ends here.
    clearSession("expired");
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    throw redirect(paths.login);
  }
  return null;
}
