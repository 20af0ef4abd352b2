import { redirect } from "react-router";

import { readSessionToken, type SignOutReason } from "@/api/session-token";
import { paths } from "@/config/paths";
import { loginPath } from "@/lib/return-path";

interface Place {
  pathname: string;
  search: string;
}

/** Where a session's end leads: back to where one was after an expiry, home after a logout. */
export function leaveTo(reason: SignOutReason, place: Place): string {
  return reason === "chosen" ? paths.home : loginPath(place);
}

/** Loader of every signed-in route. */
export function requireSession({ request }: { request: Request }): null {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
  if (!readSessionToken()) throw redirect(loginPath(new URL(request.url)));
  return null;
}

export function redirectHome(): Response {
  return redirect(readSessionToken() ? paths.interviews : paths.login);
}
