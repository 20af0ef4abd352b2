/** Addresses of this server over HTTPS. */

type Place = Pick<Location, "hostname" | "port" | "protocol">;

/** The address of the server under a name, at the port of this page. */
export function addressOf(name: string, place: Place): string {
  const port = place.port || (place.protocol === "https:" ? "" : "80");
  const bare = name.replaceAll(/[[\]]/gu, "");
  const host = bare.includes(":") ? `[${bare}]` : bare;
  return `https://${host}${port ? `:${port}` : ""}`;
}

/** Where the server of an unencrypted page would answer over HTTPS; null for a page with HTTPS. */
export function secureOrigin(place: Place): string | null {
  return place.protocol === "http:" ? addressOf(place.hostname, place) : null;
}
