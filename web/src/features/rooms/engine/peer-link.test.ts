/** Tests of the video connection: negotiation and recovery. */
import { beforeEach, describe, expect, it } from "vitest";

import { PeerLink } from "./peer-link";
import type { SessionDescription } from "./protocol";
import type { PeerStatus } from "./room-state";
import { FakePeerConnection } from "./testing/fake-peer-connection";

interface Timer {
  task: () => void;
  ms: number;
  isCancelled: boolean;
}

function setUp(polite: boolean) {
  const timers: Timer[] = [];
  const descriptions: SessionDescription[] = [];
  const statuses: PeerStatus[] = [];
  const streams: (MediaStream | null)[] = [];
  const link = new PeerLink({
    polite,
    createConnection: () => new FakePeerConnection() as unknown as RTCPeerConnection,
    sendDescription: (description) => descriptions.push(description),
    sendIceCandidate: () => undefined,
    onRemoteStream: (stream) => streams.push(stream),
    onStatus: (status) => statuses.push(status),
    schedule: (task, ms) => {
      const timer: Timer = { task, ms, isCancelled: false };
      timers.push(timer);
      return () => {
        timer.isCancelled = true;
      };
    },
  });
  const runTimers = async () => {
    for (const timer of timers.splice(0)) if (!timer.isCancelled) timer.task();
    await settle();
  };
  return { link, timers, descriptions, statuses, streams, runTimers };
}

async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

const makeOffer = (peer: string): SessionDescription => ({
  type: "offer",
  sdp: `v=0\r\na=fingerprint:sha-256 ${peer}\r\n`,
});
const makeAnswer = (peer: string): SessionDescription => ({ ...makeOffer(peer), type: "answer" });
const connections = () => FakePeerConnection.created;

function latest(): FakePeerConnection {
  const connection = FakePeerConnection.created.at(-1);
  if (connection === undefined) throw new Error("no connection was created");
  return connection;
}

beforeEach(() => {
  FakePeerConnection.created = [];
});

describe("PeerLink, impolite (recruiter)", () => {
  it("makes the first offer 2 s after both have joined", async () => {
    const { link, timers, descriptions, runTimers } = setUp(false);
    link.onPeerJoined();
    expect(timers.map((timer) => timer.ms)).toEqual([2_000]);
    expect(descriptions).toEqual([]);
    await runTimers();
    expect(descriptions.map((one) => one.type)).toEqual(["offer"]);
  });

  it("asks for audio and video even without devices of its own", async () => {
    const { link, runTimers } = setUp(false);
    link.onPeerJoined();
    await runTimers();
    expect(latest().transceivers.map((one) => one.receiver.track.kind)).toEqual(["audio", "video"]);
  });

  it("makes no offer if the other side has left meanwhile", async () => {
    const { link, descriptions, runTimers } = setUp(false);
    link.onPeerJoined();
    link.onPeerLeft();
    await runTimers();
    expect(descriptions).toEqual([]);
  });

  it("ignores an offer that collides with its own, and its candidates", async () => {
    const { link, descriptions, runTimers } = setUp(false);
    link.onPeerJoined();
    await runTimers();
    await link.receiveDescription(makeOffer("other"));
    await link.receiveIceCandidate({ candidate: "of the ignored offer" });
    expect(descriptions.map((one) => one.type)).toEqual(["offer"]);
    expect(latest().iceCandidates).toEqual([]);
    await link.receiveDescription(makeAnswer("other"));
    expect(latest().signalingState).toBe("stable");
    await link.receiveIceCandidate({ candidate: "of the answer" });
    expect(latest().iceCandidates).toHaveLength(1);
  });

  it("ignores an answer without a pending offer", async () => {
    const { link, runTimers } = setUp(false);
    link.onPeerJoined();
    await runTimers();
    await link.receiveDescription(makeAnswer("other"));
    await link.receiveDescription(makeAnswer("other"));
    expect(latest().signalingState).toBe("stable");
  });

  it("starts over on a new connection when the other side comes back", async () => {
    const { link, descriptions, runTimers } = setUp(false);
    link.onPeerJoined();
    await runTimers();
    link.onPeerJoined();
    await runTimers();
    expect(connections().map((one) => one.isClosed)).toEqual([true, false]);
    expect(descriptions).toHaveLength(2);
  });

  it("offers sooner to a person it was connected to before", async () => {
    const { link, timers, runTimers } = setUp(false);
    link.onPeerJoined();
    await runTimers();
    await link.receiveDescription(makeAnswer("other"));
    latest().become("connected");
    link.onPeerLeft();
    timers.length = 0;
    link.onPeerJoined();
    expect(timers.map((timer) => timer.ms)).toEqual([300]);
  });
});

describe("PeerLink, polite (candidate)", () => {
  it("waits for the offer and answers it", async () => {
    const { link, timers, descriptions } = setUp(true);
    link.onPeerJoined();
    expect(timers).toEqual([]);
    await link.receiveDescription(makeOffer("recruiter"));
    expect(descriptions.map((one) => one.type)).toEqual(["answer"]);
  });

  it("yields when its own offer collides with another", async () => {
    const { link, descriptions } = setUp(true);
    await link.receiveDescription(makeOffer("recruiter"));
    latest().onnegotiationneeded?.();
    await settle();
    expect(latest().signalingState).toBe("have-local-offer");
    await link.receiveDescription(makeOffer("recruiter"));
    expect(descriptions.map((one) => one.type)).toEqual(["answer", "offer", "answer"]);
    expect(latest().signalingState).toBe("stable");
  });

  it("keeps its connection for a later offer of the same peer", async () => {
    const { link } = setUp(true);
    await link.receiveDescription(makeOffer("recruiter"));
    await link.receiveDescription(makeOffer("recruiter"));
    expect(connections()).toHaveLength(1);
  });

  it("opens a new connection for the offer of a reloaded page", async () => {
    const { link, descriptions } = setUp(true);
    await link.receiveDescription(makeOffer("recruiter"));
    await link.receiveDescription(makeOffer("recruiter after a reload"));
    expect(connections().map((one) => one.isClosed)).toEqual([true, false]);
    expect(descriptions.map((one) => one.type)).toEqual(["answer", "answer"]);
  });
});

describe("PeerLink, when the connection breaks", () => {
  it("restarts ICE 2 s after `disconnected`", async () => {
    const { link, timers, statuses, runTimers } = setUp(true);
    await link.receiveDescription(makeOffer("recruiter"));
    latest().become("disconnected");
    expect(timers.map((timer) => timer.ms)).toEqual([2_000]);
    expect(latest().restarts).toBe(0);
    await runTimers();
    expect(latest().restarts).toBe(1);
    expect(statuses.at(-1)).toBe("disconnected");
  });

  it("does not restart a connection that recovered by itself", async () => {
    const { link, runTimers } = setUp(true);
    await link.receiveDescription(makeOffer("recruiter"));
    latest().become("disconnected");
    latest().become("connected");
    await runTimers();
    expect(latest().restarts).toBe(0);
  });

  it("restarts at once on `failed`", async () => {
    const { link } = setUp(true);
    await link.receiveDescription(makeOffer("recruiter"));
    latest().become("failed");
    expect(latest().restarts).toBe(1);
  });

  it("starts over when an offer or its answer is lost, each time after twice as long", async () => {
    const { link, timers, descriptions, runTimers } = setUp(false);
    link.onPeerJoined();
    await runTimers();
    const waits: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      waits.push(timers.at(-1)?.ms);
      await runTimers();
    }
    expect(waits).toEqual([10_000, 20_000, 40_000, 40_000]);
    expect(descriptions).toHaveLength(5);
    expect(connections().filter((one) => !one.isClosed)).toHaveLength(1);
  });

  it("starts over when the answer to an ICE restart is lost", async () => {
    const { link, timers, runTimers } = setUp(false);
    link.onPeerJoined();
    await runTimers();
    await link.receiveDescription(makeAnswer("candidate"));
    latest().become("connected");
    latest().become("failed");
    await settle();
    expect(latest().signalingState).toBe("have-local-offer");
    expect(timers.filter((timer) => !timer.isCancelled).map((timer) => timer.ms)).toEqual([10_000]);
    await runTimers();
    expect(connections()).toHaveLength(2);
  });

  it("does not start over once connected, or when the other side has left", async () => {
    const { link, timers, runTimers } = setUp(false);
    link.onPeerJoined();
    await runTimers();
    latest().become("connected");
    expect(timers.every((timer) => timer.isCancelled)).toBe(true);
    latest().become("disconnected");
    link.onPeerLeft();
    expect(timers.every((timer) => timer.isCancelled)).toBe(true);
  });

  it("leaves starting over to the impolite side", async () => {
    const { link, timers } = setUp(true);
    await link.receiveDescription(makeOffer("recruiter"));
    latest().become("failed");
    expect(timers).toEqual([]);
  });

  it("closes and clears the video when the other side leaves", async () => {
    const { link, streams, statuses } = setUp(true);
    await link.receiveDescription(makeOffer("recruiter"));
    link.onPeerLeft();
    expect(latest().isClosed).toBe(true);
    expect(streams.at(-1)).toBeNull();
    expect(statuses.at(-1)).toBe("idle");
  });
});
