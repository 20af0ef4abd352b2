/** Redirects for sessions: sign-in, account setup, admin access, sign-out. */
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

/** Where to go when a session ends: sign-in with return path after expiry, home after logout. */
export function leaveTo(reason: SignOutReason, place: Place): string {
  return reason === "chosen" ? paths.home : loginPath(place);
}

/** Where to set up the account, with a return path; null if the user is there already. */
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

/** Loader of every admin route: the server first confirms the admin role. */
export async function verifyAdmin({ request }: { request: Request }): Promise<null> {
  requireSession({ request });
  try {
    await api.get("/api/admin/verify", { signal: request.signal, keepSession: true });
  } catch (error) {
    if (request.signal.aborted) throw error;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    if (isUnready(error)) throw redirect(readinessPath(new URL(request.url)) ?? paths.profile);
    // On any failure the session ends here, as specified.
    clearSession("expired");
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    throw redirect(paths.login);
  }
  return null;
}
