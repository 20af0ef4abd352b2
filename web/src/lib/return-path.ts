import { paths } from "@/config/paths";

const PARAMETER = "next";
/** What the server keeps of it through a provider's sign-in. */
const MAX_LENGTH = 2000;
/** Pages that a sign-in must not end on: they would sign in again, or are none. */
const NO_DESTINATIONS = [paths.login, paths.register, paths.setup, "/invite", "/auth", "/api"];

/** The sign-in page, remembering where the visitor wanted to go. */
export function loginPath(place: { pathname: string; search: string }): string {
  const wanted = place.pathname + place.search;
  const worthIt = place.pathname !== paths.login && place.pathname !== paths.home;
  return worthIt ? withReturn(paths.login, wanted) : paths.login;
}

/** `path` with `wanted` in its query. */
export function withReturn(path: string, wanted: string): string {
  return `${path}?${PARAMETER}=${encodeURIComponent(wanted)}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Whether `text` begins a path of this site: one slash, and nothing that a browser reads otherwise. */
function isLocalPath(text: string): boolean {
  // A second slash or a backslash begins a host name; a control character is skipped by the
  // browser and brings the next character in its place.
  // eslint-disable-next-line no-control-regex -- the control characters are what it looks for
  return /^\/(?!\/)/u.test(text) && !/[\u0000-\u001f\u007f\\]/u.test(text);
}

function localPath(wanted: string): string | null {
  if (wanted.length > MAX_LENGTH || !isLocalPath(wanted)) return null;
  const origin = window.location.origin;
  let url: URL;
  try {
    url = new URL(wanted, origin);
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

/** Where to go after the sign-in. Only pages of this site: a foreign address would be a trap. */
export function returnPath(search: URLSearchParams): string {
  return localPath(search.get(PARAMETER) ?? "") ?? paths.interviews;
}

interface Entrant {
  mustChangePassword: boolean;
  mustEnrolSecondFactor: boolean;
}

/** Where a sign-in ends: at `wanted`, or first where the account is made ready. */
export function entrancePath(user: Entrant, wanted: string): string {
  const isReady = !user.mustChangePassword && !user.mustEnrolSecondFactor;
  return isReady ? wanted : withReturn(paths.profile, wanted);
}
