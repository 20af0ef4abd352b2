/** Commands and variables with which a server is reached over HTTPS. */

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Whether browsers allow camera and microphone at an address. An incomplete one is judged by its beginning. */
export function isSecureAddress(address: string): boolean {
  if (!URL.canParse(address)) return !address.startsWith("http:");
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || LOCAL_HOSTS.includes(hostname);
}

interface ServerFacts {
  /** The address that is not secure. */
  address: string;
  port: string;
  dataDir: string;
}

export const HTTPS_WAYS = ["authority", "own", "proxy"] as const;
type HttpsWay = (typeof HTTPS_WAYS)[number];

export function describeHttps({
  address,
  port,
  dataDir,
}: ServerFacts): Record<HttpsWay, readonly string[]> {
  const host = URL.canParse(address) ? new URL(address).hostname : "interviews.example.com";
  const direct = ["GREENROOM_HOST=0.0.0.0", `GREENROOM_PUBLIC_URL=https://${host}:${port}`];
  return {
    authority: [
      `greenroom certificate ${host.replaceAll(/[[\]]/gu, "")} --data-dir ${quote(dataDir)}`,
      "",
      `GREENROOM_TLS_CERT=${quote(`${dataDir}/secrets/tls/server.pem`)}`,
      ...direct,
    ],
    own: [
      "GREENROOM_TLS_CERT=/etc/ssl/interviews.pem",
      "GREENROOM_TLS_KEY=/etc/ssl/interviews.key",
      ...direct,
    ],
    proxy: [
      // Caddy wants each brace at the end of its line.
      `${host} {`,
      `    reverse_proxy 127.0.0.1:${port}`,
      "}",
      "",
      "GREENROOM_HOST=127.0.0.1",
      `GREENROOM_PUBLIC_URL=https://${host}`,
    ],
  };
}

/** For a POSIX shell. */
function quote(text: string): string {
  return /^[\w./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
