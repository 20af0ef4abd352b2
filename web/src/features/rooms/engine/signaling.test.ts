/** Tests of the signaling of a room. */
import { describe, expect, it } from "vitest";

import type { SocketRefusal } from "@/api/socket";

import { Signaling, type SignalingHandlers } from "./signaling";
import { FakeSocket } from "./testing/fake-socket";

const state = {
  status: "scheduled",
  recording: false,
  transcribing: false,
  participants: ["recruiter"],
  startTime: null,
  elapsedSeconds: 0,
  consentGiven: true,
  audioRecorded: false,
  lagSeconds: 0,
  catchingUp: false,
};
const joinAck = {
  success: true,
  role: "recruiter",
  participants: ["recruiter"],
  state,
  iceServers: [],
  nextAudioSequence: 7,
};

const elsewhere = {
  success: false,
  message: "Open elsewhere.",
  code: "ROOM_ELSEWHERE",
  server: "b",
};

function setUp() {
  const socket = new FakeSocket();
  socket.replies.set("join-room", () => joinAck);
  const calls: [string, unknown][] = [];
  const note = (name: string) => (value?: unknown) => {
    calls.push([name, value]);
  };
  const handlers: SignalingHandlers = {
    onStatus: note("status"),
    onJoined: note("joined"),
    onLost: note("lost"),
    onRefused: note("refused"),
    onState: note("state"),
    onTranscript: note("transcript"),
    onTranscriptReset: note("transcript-reset"),
    onSuggestions: note("suggestions"),
    onGap: note("gap"),
    onParticipantJoined: note("participant-joined"),
    onParticipantLeft: note("participant-left"),
    onParticipants: note("participants"),
    onDescription: note("description"),
    onIceCandidate: note("ice-candidate"),
    onServerError: note("server-error"),
    onSessionRenewed: note("session-renewed"),
  };
  const tasks: (() => void)[] = [];
  const place = { lastSequence: 0 };
  const signaling = new Signaling({
    socket,
    roomId: "room-1",
    role: "recruiter",
    token: () => "session-token",
    audioStreamId: () => "stream-1",
    lastSequence: () => place.lastSequence,
    handlers,
    schedule: (task) => tasks.push(task),
  });
  const named = (name: string) => calls.filter(([call]) => call === name).map(([, value]) => value);
  const runTasks = async () => {
    for (const task of tasks.splice(0)) task();
    await settle();
  };
  return { signaling, socket, named, place, tasks, runTasks };
}

async function settle() {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

const silence = { pcm: new ArrayBuffer(8), capturedSeconds: null, isLost: false };

describe("Signaling", () => {
  it("joins with its place in the transcript and its audio stream", async () => {
    const { signaling, socket, named } = setUp();
    signaling.connect();
    await settle();
    expect(socket.sent("join-room")).toEqual([
      {
        roomId: "room-1",
        role: "recruiter",
        token: "session-token",
        lastSequence: 0,
        audioStreamId: "stream-1",
      },
    ]);
    expect(named("joined")).toHaveLength(1);
  });

  it("rejoins after a loss, from where it was", async () => {
    const { signaling, socket, named, place } = setUp();
    signaling.connect();
    await settle();
    place.lastSequence = 12;
    socket.drop();
    expect(named("lost")).toHaveLength(1);
    expect(named("status").at(-1)).toBe("disconnected");
    socket.connect();
    await settle();
    expect(socket.sent("join-room").at(-1)).toMatchObject({ lastSequence: 12 });
    expect(named("joined")).toHaveLength(2);
  });

  it("connects to the server process that has the room", async () => {
    const { signaling, socket, named } = setUp();
    const replies = [elsewhere, joinAck];
    socket.replies.set("join-room", () => replies.shift());
    signaling.connect();
    await settle();
    expect(socket.io.opts.query).toEqual({ server: "b" });
    expect(named("joined")).toHaveLength(1);
    expect(named("server-error")).toEqual([]);
  });

  it("says so, and tries again more slowly, when it does not reach that process", async () => {
    const { signaling, socket, named, runTasks } = setUp();
    const replies = [elsewhere, elsewhere, joinAck];
    socket.replies.set("join-room", () => replies.shift());
    socket.active = false;
    signaling.connect();
    await settle();
    expect(named("server-error")).toEqual([{ message: "Open elsewhere.", code: "ROOM_ELSEWHERE" }]);
    expect(named("joined")).toHaveLength(0);
    await runTasks();
    expect(named("joined")).toHaveLength(1);
  });

  it("reconnects by itself when the server closed the connection", async () => {
    const { signaling, socket, named, runTasks } = setUp();
    signaling.connect();
    await settle();
    socket.active = false;
    socket.drop();
    await runTasks();
    expect(named("joined")).toHaveLength(2);
  });

  it("reconnects at once when asked to", async () => {
    const { signaling, socket, named, runTasks } = setUp();
    signaling.connect();
    await settle();
    socket.drop();
    signaling.reconnect();
    await settle();
    expect(named("joined")).toHaveLength(2);
    await runTasks();
    signaling.reconnect();
    expect(socket.sent("join-room")).toHaveLength(2);
  });

  it("tries again when the join got no reply", async () => {
    const { signaling, socket, named, runTasks } = setUp();
    socket.replies.delete("join-room");
    signaling.connect();
    await settle();
    expect(named("joined")).toHaveLength(0);
    socket.replies.set("join-room", () => joinAck);
    await runTasks();
    expect(named("joined")).toHaveLength(1);
  });

  it("gives up when another attempt cannot help", async () => {
    const { signaling, socket, named, tasks } = setUp();
    socket.replies.set("join-room", () => ({
      success: false,
      message: "No credits.",
      code: "NO_CREDITS",
    }));
    signaling.connect();
    await settle();
    expect((named("refused")[0] as SocketRefusal).code).toBe("NO_CREDITS");
    expect(socket.connected).toBe(false);
    expect(tasks).toHaveLength(0);
  });

  it("does not reconnect after a newer tab took over", async () => {
    const { signaling, socket, named, tasks } = setUp();
    signaling.connect();
    await settle();
    socket.active = false;
    socket.receive("error", { message: "Opened elsewhere.", code: "SEAT_TAKEN" });
    socket.drop();
    expect(named("server-error")).toEqual([{ message: "Opened elsewhere.", code: "SEAT_TAKEN" }]);
    expect(tasks).toHaveLength(0);
  });

  it("gives up when the server refuses the connection itself", async () => {
    const { signaling, socket, named, tasks } = setUp();
    socket.replies.delete("join-room");
    signaling.connect();
    socket.receive("connect_error", {
      message: "No longer valid.",
      data: { code: "UNAUTHORIZED" },
    });
    await settle();
    expect((named("refused")[0] as SocketRefusal).code).toBe("UNAUTHORIZED");
    expect(tasks).toHaveLength(0);
  });

  it("keeps trying when there is no connection at all", async () => {
    const { signaling, socket, named, tasks } = setUp();
    signaling.connect();
    await settle();
    socket.active = false;
    socket.receive("connect_error", new Error("websocket error"));
    expect(named("refused")).toEqual([]);
    expect(tasks).toHaveLength(1);
  });

  it("says why it was shown out, not that its old link is unknown", async () => {
    const { signaling, socket, named } = setUp();
    signaling.connect();
    await settle();
    socket.receive("error", { message: "Replaced.", code: "LINK_REPLACED" });
    socket.active = false;
    socket.drop();
    socket.receive("connect_error", {
      message: "No longer valid.",
      data: { code: "UNAUTHORIZED" },
    });
    expect((named("refused")[0] as SocketRefusal).code).toBe("LINK_REPLACED");
  });

  it("takes the lines of a replay one by one", async () => {
    const { signaling, socket, named } = setUp();
    signaling.connect();
    await settle();
    const line = {
      id: "s1",
      utteranceId: "s1",
      role: "candidate",
      text: "Hi",
      timestamp: "",
      final: true,
      source: "whisper",
      origin: "live",
      sequence: 1,
      startSeconds: 0,
      endSeconds: 1,
      marks: [],
    };
    const gap = { id: "g", role: "recruiter", startSeconds: 1, endSeconds: 3, lostSeconds: 2 };
    socket.receive("transcript-replay", {
      lines: [line, { ...line, id: "s2", sequence: 2 }],
      gaps: [gap],
    });
    expect(named("transcript")).toMatchObject([{ id: "s1" }, { id: "s2" }]);
    expect(named("gap")).toMatchObject([{ id: "g" }]);
  });

  it("passes on the token of a renewed session", async () => {
    const { signaling, socket, named } = setUp();
    signaling.connect();
    await settle();
    socket.receive("session-renewed", { token: "renewed" });
    expect(named("session-renewed")).toEqual(["renewed"]);
  });

  it("drops payloads that violate the contract", async () => {
    const { signaling, socket, named } = setUp();
    signaling.connect();
    await settle();
    socket.receive("transcript-update", {
      id: "x",
      role: "stranger",
      text: "hi",
      timestamp: "",
      final: true,
    });
    socket.receive("interview-state-changed", null);
    socket.receive("offer", { offer: "sdp" });
    expect([...named("transcript"), ...named("state"), ...named("description")]).toEqual([]);
  });

  it("accepts the hyphenated spelling of in_progress", async () => {
    const { signaling, socket, named } = setUp();
    signaling.connect();
    await settle();
    socket.receive("interview-state-changed", { ...state, status: "in-progress" });
    expect(named("state")[0]).toMatchObject({ status: "in_progress" });
  });

  it("reads both marks of a frame acknowledgment", async () => {
    const { signaling, socket } = setUp();
    socket.replies.set("audio-frame", () => ({
      success: true,
      nextSequence: 5,
      safeSequence: 2,
      gap: false,
    }));
    await expect(signaling.sendFrame("stream-1", 4, silence)).resolves.toMatchObject({
      nextSequence: 5,
      safeSequence: 2,
    });
  });

  it("raises the refusal of a frame with its code", async () => {
    const { signaling, socket } = setUp();
    socket.replies.set("audio-frame", () => ({
      success: false,
      message: "Not running.",
      code: "INVALID_STATE",
    }));
    await expect(signaling.sendFrame("stream-1", 0, silence)).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
  });

  it("sends leave-room when it leaves", async () => {
    const { signaling, socket } = setUp();
    socket.replies.set("leave-room", () => ({ success: true }));
    signaling.connect();
    await settle();
    await signaling.leave();
    expect(socket.sent("leave-room")).toHaveLength(1);
    expect(socket.connected).toBe(false);
  });
});
