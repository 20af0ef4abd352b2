/** Addresses of a server that is, or will be, reached over HTTPS. */

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Names for a certificate: the one in the address bar, if other devices reach it, and those of the machine. */
export function suggestNames(
  place: Pick<Location, "hostname">,
  ofMachine: readonly string[],
): string[] {
  const here = LOCAL_HOSTS.includes(place.hostname) ? [] : [place.hostname];
  return [...new Set([...here, ...ofMachine])];
}

/** The names in a text, separated by commas or spaces. */
export function readNames(text: string): string[] {
  return text.split(/[\s,;]+/u).filter((name) => name !== "");
}

/** The configuration of Caddy for a server at `port`. */
export function describeProxy(address: string, port: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : "interviews.example.com";
  // Caddy wants each brace at the end of its line.
  return `${host} {\n    reverse_proxy 127.0.0.1:${port}\n}`;
}
