/** Check of the paths that video can take: directly, or through a relay (TURN) server. */
import { openConnection } from "./open-connection";
import type { IceServers } from "./protocol";

/** `local`: within the own network only, because no STUN server answers. */
export type VideoPath = "both" | "direct" | "relayed" | "local" | "none";

export interface PathCheck {
  path: VideoPath;
  /** Hosts of the relay servers that do not answer. */
  silentRelays: string[];
}

type Server = IceServers[number];
type Gather = typeof gatherTypes;

/** Browsers wait longer for a server that does not answer. */
const GATHERING_MS = 5_000;

export async function checkPaths(
  servers: IceServers,
  gather: Gather = gatherTypes,
): Promise<PathCheck> {
  const relays = keepUrls(servers, /^turns?:/iu);
  const stun = keepUrls(servers, /^stuns?:/iu);
  const [direct, ...answers] = await Promise.all([
    gather(stun, "all", stun.length > 0 ? "srflx" : "host"),
    ...relays.map((relay) => gather([relay], "relay", "relay")),
  ]);
  const answered = answers.map((types) => types.has("relay"));
  const silent = relays.filter((_, index) => answered[index] !== true);
  return {
    path: findPath(direct, { hasStun: stun.length > 0, isRelayed: answered.includes(true) }),
    silentRelays: [...new Set(silent.flatMap((relay) => relay.urls.map(readHost)))],
  };
}

function findPath(
  direct: ReadonlySet<string>,
  { hasStun, isRelayed }: { hasStun: boolean; isRelayed: boolean },
): VideoPath {
  const isDirect = direct.has("srflx") || (!hasStun && direct.has("host"));
  if (isDirect) return isRelayed ? "both" : "direct";
  if (isRelayed) return "relayed";
  return direct.has("host") ? "local" : "none";
}

/** The servers with those of their URLs that have a scheme; without the servers that have none. */
function keepUrls(servers: IceServers, scheme: RegExp) {
  return servers
    .map((server) => ({ ...server, urls: listUrls(server).filter((url) => scheme.test(url)) }))
    .filter((server) => server.urls.length > 0);
}

function listUrls({ urls }: Server): string[] {
  return typeof urls === "string" ? [urls] : urls;
}

/** The host of `turn:host:port?transport=udp`. */
function readHost(url: string): string {
  const address = url.slice(url.indexOf(":") + 1).split("?")[0] ?? "";
  return address.replace(/:\d+$/u, "");
}

/** The types of candidates that the browser finds, until `enough` is among them. */
async function gatherTypes(
  servers: IceServers,
  policy: RTCIceTransportPolicy,
  enough: RTCIceCandidateType,
): Promise<ReadonlySet<string>> {
  const types = new Set<string>();
  let connection: RTCPeerConnection;
  try {
    connection = openConnection(servers, policy);
  } catch {
    // WebRTC is switched off, or the browser does not accept the address of a server.
    return types;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, GATHERING_MS);
      connection.onicecandidate = ({ candidate }) => {
        if (candidate?.type) types.add(candidate.type);
        if (candidate === null || types.has(enough)) resolve();
      };
      connection.createDataChannel("check");
      connection.setLocalDescription().catch(reject);
    });
  } finally {
    clearTimeout(timer);
    connection.close();
  }
  return types;
}
