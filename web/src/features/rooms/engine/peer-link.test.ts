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

const offerOf = (peer: string): SessionDescription => ({
  type: "offer",
  sdp: `v=0\r\na=fingerprint:sha-256 ${peer}\r\n`,
});
const answerOf = (peer: string): SessionDescription => ({ ...offerOf(peer), type: "answer" });
const connections = () => FakePeerConnection.made;

function latest(): FakePeerConnection {
  const connection = FakePeerConnection.made.at(-1);
  if (connection === undefined) throw new Error("no connection was made");
  return connection;
}

beforeEach(() => {
  FakePeerConnection.made = [];
});

describe("PeerLink, impolite (recruiter)", () => {
  it("makes the first offer 2 s after both are in", async () => {
    const { link, timers, descriptions, runTimers } = setUp(false);
    link.partnerArrived();
    expect(timers.map((timer) => timer.ms)).toEqual([2_000]);
    expect(descriptions).toEqual([]);
    await runTimers();
    expect(descriptions.map((one) => one.type)).toEqual(["offer"]);
  });

  it("asks to hear and see the other without devices of its own", async () => {
    const { link, runTimers } = setUp(false);
    link.partnerArrived();
    await runTimers();
    expect(latest().transceivers.map((one) => one.receiver.track.kind)).toEqual(["audio", "video"]);
  });

  it("makes no offer when the other left in the meantime", async () => {
    const { link, descriptions, runTimers } = setUp(false);
    link.partnerArrived();
    link.partnerLeft();
    await runTimers();
    expect(descriptions).toEqual([]);
  });

  it("ignores an offer that crosses its own, and the candidates of it", async () => {
    const { link, descriptions, runTimers } = setUp(false);
    link.partnerArrived();
    await runTimers();
    await link.receiveDescription(offerOf("other"));
    await link.receiveIceCandidate({ candidate: "of the ignored offer" });
    expect(descriptions.map((one) => one.type)).toEqual(["offer"]);
    expect(latest().iceCandidates).toEqual([]);
    await link.receiveDescription(answerOf("other"));
    expect(latest().signalingState).toBe("stable");
    await link.receiveIceCandidate({ candidate: "of the answer" });
    expect(latest().iceCandidates).toHaveLength(1);
  });

  it("ignores an answer that nobody waits for", async () => {
    const { link, runTimers } = setUp(false);
    link.partnerArrived();
    await runTimers();
    await link.receiveDescription(answerOf("other"));
    await link.receiveDescription(answerOf("other"));
    expect(latest().signalingState).toBe("stable");
  });

  it("starts over on a new connection when the other comes back", async () => {
    const { link, descriptions, runTimers } = setUp(false);
    link.partnerArrived();
    await runTimers();
    link.partnerArrived();
    await runTimers();
    expect(connections().map((one) => one.isClosed)).toEqual([true, false]);
    expect(descriptions).toHaveLength(2);
  });
});

describe("PeerLink, polite (candidate)", () => {
  it("waits for the offer and answers it", async () => {
    const { link, timers, descriptions } = setUp(true);
    link.partnerArrived();
    expect(timers).toEqual([]);
    await link.receiveDescription(offerOf("recruiter"));
    expect(descriptions.map((one) => one.type)).toEqual(["answer"]);
  });

  it("gives way when its own offer crosses one of the other", async () => {
    const { link, descriptions } = setUp(true);
    await link.receiveDescription(offerOf("recruiter"));
    latest().onnegotiationneeded?.();
    await settle();
    expect(latest().signalingState).toBe("have-local-offer");
    await link.receiveDescription(offerOf("recruiter"));
    expect(descriptions.map((one) => one.type)).toEqual(["answer", "offer", "answer"]);
    expect(latest().signalingState).toBe("stable");
  });

  it("keeps its connection for a later offer of the same peer", async () => {
    const { link } = setUp(true);
    await link.receiveDescription(offerOf("recruiter"));
    await link.receiveDescription(offerOf("recruiter"));
    expect(connections()).toHaveLength(1);
  });

  it("opens a new connection for the offer of a page that was reloaded", async () => {
    const { link, descriptions } = setUp(true);
    await link.receiveDescription(offerOf("recruiter"));
    await link.receiveDescription(offerOf("recruiter after a reload"));
    expect(connections().map((one) => one.isClosed)).toEqual([true, false]);
    expect(descriptions.map((one) => one.type)).toEqual(["answer", "answer"]);
  });
});

describe("PeerLink, when the line breaks", () => {
  it("restarts ICE 2 s after `disconnected`", async () => {
    const { link, timers, statuses, runTimers } = setUp(true);
    await link.receiveDescription(offerOf("recruiter"));
    latest().become("disconnected");
    expect(timers.map((timer) => timer.ms)).toEqual([2_000]);
    expect(latest().restarts).toBe(0);
    await runTimers();
    expect(latest().restarts).toBe(1);
    expect(statuses.at(-1)).toBe("disconnected");
  });

  it("does not restart when the line came back by itself", async () => {
    const { link, runTimers } = setUp(true);
    await link.receiveDescription(offerOf("recruiter"));
    latest().become("disconnected");
    latest().become("connected");
    await runTimers();
    expect(latest().restarts).toBe(0);
  });

  it("restarts at once on `failed`", async () => {
    const { link } = setUp(true);
    await link.receiveDescription(offerOf("recruiter"));
    latest().become("failed");
    expect(latest().restarts).toBe(1);
  });

  it("closes and clears the picture when the other leaves", async () => {
    const { link, streams, statuses } = setUp(true);
    await link.receiveDescription(offerOf("recruiter"));
    link.partnerLeft();
    expect(latest().isClosed).toBe(true);
    expect(streams.at(-1)).toBeNull();
    expect(statuses.at(-1)).toBe("idle");
  });
});
