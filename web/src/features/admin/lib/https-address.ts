/** Addresses of a server that is, or will be, reached over HTTPS. */

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

type Place = Pick<Location, "hostname" | "port" | "protocol">;

/** Names for a certificate: the one in the address bar, if other devices reach it, and those of the machine. */
export function suggestNames(place: Place, ofMachine: readonly string[]): string[] {
  const here = LOCAL_HOSTS.includes(place.hostname) ? [] : [place.hostname];
  return [...new Set([...here, ...ofMachine])];
}

/** The names in a text, separated by commas or spaces. */
export function readNames(text: string): string[] {
  return text.split(/[\s,;]+/u).filter((name) => name !== "");
}

/** The address of the server under a name, at the port of this page. */
export function addressOf(name: string, place: Place): string {
  const port = place.port || (place.protocol === "https:" ? "" : "80");
  const bare = name.replaceAll(/[[\]]/gu, "");
  const host = bare.includes(":") ? `[${bare}]` : bare;
  return `https://${host}${port ? `:${port}` : ""}`;
}

/** The configuration of Caddy for a server at `port`. */
export function describeProxy(address: string, port: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : "interviews.example.com";
  // Caddy wants each brace at the end of its line.
  return `${host} {\n    reverse_proxy 127.0.0.1:${port}\n}`;
}
