/** Check of the paths that video can take: directly, or through a relay (TURN) server. */
import { openConnection } from "./open-connection";
import type { IceServers } from "./protocol";

/** `local`: within the own network only, because no STUN server answers. */
export type VideoPath = "both" | "direct" | "relayed" | "local" | "none";

export interface PathCheck {
  path: VideoPath;
  /** Hosts of the relay servers that do not answer. */
  silentRelays: string[];
  /** Hosts of the relay servers that answer and refuse, for instance these credentials. */
  refusingRelays: string[];
}

interface Found {
  types: ReadonlySet<string>;
  /** A server answered with an error. */
  isRefused: boolean;
}

type Server = IceServers[number];

/** Browsers wait longer for a server that does not answer. */
const GATHERING_MS = 5_000;
/** The code of `icecandidateerror` for a server that cannot be reached; others are answers of the server. */
const UNREACHABLE = 701;

export async function checkPaths(servers: IceServers): Promise<PathCheck> {
  const relays = keepUrls(servers, /^turns?:/iu);
  const stun = keepUrls(servers, /^stuns?:/iu);
  const [direct, ...answers] = await Promise.all([
    gather(stun, "all", stun.length > 0 ? "srflx" : "host"),
    ...relays.map((relay) => gather([relay], "relay", "relay")),
  ]);
  const states = answers.map(({ types, isRefused }) =>
    types.has("relay") ? "relays" : isRefused ? "refuses" : "silent",
  );
  const listHosts = (state: (typeof states)[number]) => {
    const found = relays.filter((_, index) => states[index] === state);
    return [...new Set(found.flatMap((relay) => relay.urls.map(readHost)))];
  };
  return {
    path: findPath(direct.types, {
      hasStun: stun.length > 0,
      isRelayed: states.includes("relays"),
    }),
    silentRelays: listHosts("silent"),
    refusingRelays: listHosts("refuses"),
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

/** What the browser finds, until a candidate of the type `enough` is there. */
async function gather(
  servers: IceServers,
  policy: RTCIceTransportPolicy,
  enough: RTCIceCandidateType,
): Promise<Found> {
  const types = new Set<string>();
  let isRefused = false;
  let connection: RTCPeerConnection;
  try {
    connection = openConnection(servers, policy);
  } catch {
    // WebRTC is switched off, or the browser does not accept the address of a server.
    return { types, isRefused };
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, GATHERING_MS);
      connection.onicecandidate = ({ candidate }) => {
        if (candidate?.type) types.add(candidate.type);
        if (candidate === null || types.has(enough)) resolve();
      };
      connection.onicecandidateerror = ({ errorCode }) => {
        if (errorCode !== UNREACHABLE) isRefused = true;
      };
      connection.createDataChannel("check");
      connection.setLocalDescription().catch(reject);
    });
  } finally {
    clearTimeout(timer);
    connection.close();
  }
  return { types, isRefused };
}
