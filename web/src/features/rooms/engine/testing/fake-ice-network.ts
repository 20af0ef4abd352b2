/** Fake network for the gathering of ICE candidates: which servers answer, and with what. */
import { vi } from "vitest";

interface FakeNetwork {
  /** Candidates without any server. */
  local?: RTCIceCandidateType[];
  /** Addresses of servers that answer. */
  answering?: string[];
  /** Addresses of servers that refuse the credentials. */
  refusing?: string[];
  /** Whether the browser stops waiting for a silent server at once. */
  givesUp?: boolean;
}

/** Replaces RTCPeerConnection. Returns the connections that are still open. */
export function stubIceNetwork({
  local = ["host"],
  answering = [],
  refusing = [],
  givesUp = false,
}: FakeNetwork) {
  const open = new Set<object>();

  class FakeGathering {
    onicecandidate: ((event: { candidate: { type: string } | null }) => void) | null = null;
    onicecandidateerror: ((event: { errorCode: number }) => void) | null = null;

    private readonly configuration: RTCConfiguration;

    constructor(configuration: RTCConfiguration) {
      this.configuration = configuration;
      const urls = listUrls(configuration);
      if (urls.some((url) => !/^(stun|turn)s?:/u.test(url))) throw new SyntaxError("invalid");
      open.add(this);
    }

    createDataChannel = () => ({});
    close = () => open.delete(this);

    setLocalDescription = (): Promise<void> => {
      const urls = listUrls(this.configuration);
      const types: RTCIceCandidateType[] = urls
        .filter((url) => answering.includes(url))
        .map((url) => (url.startsWith("stun") ? "srflx" : "relay"));
      if (this.configuration.iceTransportPolicy !== "relay") types.unshift(...local);
      queueMicrotask(() => {
        for (const type of types) this.onicecandidate?.({ candidate: { type } });
        for (const url of urls) {
          if (refusing.includes(url)) this.onicecandidateerror?.({ errorCode: 401 });
          else if (givesUp && !answering.includes(url))
            this.onicecandidateerror?.({ errorCode: 701 });
        }
        const isSettled = (url: string) => answering.includes(url) || refusing.includes(url);
        if (givesUp || urls.every(isSettled)) {
          this.onicecandidate?.({ candidate: null });
        }
      });
      return Promise.resolve();
    };
  }

  vi.stubGlobal("RTCPeerConnection", FakeGathering);
  return open;
}

function listUrls({ iceServers = [] }: RTCConfiguration): string[] {
  return iceServers.flatMap(({ urls }) => urls);
}
