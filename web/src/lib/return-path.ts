import { paths } from "@/config/paths";

const PARAMETER = "next";

/** The sign-in page, remembering where the visitor wanted to go. */
export function loginPath(place: { pathname: string; search: string }): string {
  const wanted = place.pathname + place.search;
  const worthIt = place.pathname !== paths.login && place.pathname !== paths.home;
  return worthIt ? `${paths.login}?${PARAMETER}=${encodeURIComponent(wanted)}` : paths.login;
}

/** Where to go after the sign-in. Only paths of this site: a foreign address would be a trap. */
export function returnPath(search: URLSearchParams): string {
  const wanted = search.get(PARAMETER) ?? "";
  // A second slash or a backslash would make the browser read a host name.
  return /^\/(?![/\\])/u.test(wanted) ? wanted : paths.interviews;
}
