/** Return paths through the sign-in, restricted to pages of this site. */
import { paths } from "@/config/paths";

const PARAMETER = "next";
/** Maximum length that the server keeps during sign-in through an identity provider. */
const MAX_LENGTH = 2000;
/** Pages that must not be returned to: they would start a sign-in again, or do not exist. */
const NO_DESTINATIONS = [paths.login, paths.register, paths.setup, "/invite", "/auth", "/api"];

/** The sign-in page with a return path. */
export function loginPath(place: { pathname: string; search: string }): string {
  const destination = place.pathname + place.search;
  const worthIt = place.pathname !== paths.login && place.pathname !== paths.home;
  return worthIt ? withReturn(paths.login, destination) : paths.login;
}

/** `path` with a return path in its query. */
export function withReturn(path: string, destination: string): string {
  return `${path}?${PARAMETER}=${encodeURIComponent(destination)}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Whether `text` is a path of this site: one leading slash, and nothing browsers read differently. */
function isLocalPath(text: string): boolean {
  // A second slash or a backslash starts a host name. Browsers skip control characters, so that
  // the next character takes their place.
  // eslint-disable-next-line no-control-regex -- the control characters are what it looks for
  return /^\/(?!\/)/u.test(text) && !/[\u0000-\u001f\u007f\\]/u.test(text);
}

function localPath(destination: string): string | null {
  if (destination.length > MAX_LENGTH || !isLocalPath(destination)) return null;
  const origin = window.location.origin;
  let url: URL;
  try {
    url = new URL(destination, origin);
  } catch {
    return null;
  }
  // '/..//host' and '/%2F/host' become host names once something resolves or decodes them.
  const pathname = decoded(url.pathname);
  if (url.origin !== origin || pathname === null) return null;
  if (!isLocalPath(url.pathname) || !isLocalPath(pathname)) return null;
  if (NO_DESTINATIONS.some((page) => pathname === page || pathname.startsWith(`${page}/`))) {
    return null;
  }
  return url.pathname + url.search + url.hash;
}

/** Where to go after sign-in. Pages of this site only, to prevent open redirects. */
export function returnPath(search: URLSearchParams): string {
  return localPath(search.get(PARAMETER) ?? "") ?? paths.interviews;
}

interface Entrant {
  mustChangePassword: boolean;
  mustEnrolSecondFactor: boolean;
}

/** Where a sign-in leads: to `destination`, or first to Profile if the account needs setup. */
export function entrancePath(user: Entrant, destination: string): string {
  const isReady = !user.mustChangePassword && !user.mustEnrolSecondFactor;
  return isReady ? destination : withReturn(paths.profile, destination);
}
