/** Leaves the app for a page of another server. */

/** Not a link: the address is known only once the server has answered. */
export function leaveTo(url: string): void {
  window.location.assign(url);
}
