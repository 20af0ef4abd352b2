/** Tests of room sessions: capture, reconnection and replay. */
import { beforeEach, describe, expect, it, vi } from "vitest";

import { FRAME_BYTES } from "./audio-format";
import type { CapturedFrame } from "./capture.worklet";
import type { InterviewState } from "./protocol";
import { RoomSession } from "./room-session";
import { FakePeerConnection } from "./testing/fake-peer-connection";
import { FakeSocket } from "./testing/fake-socket";
import { visibleLines } from "./transcript";

const scheduled: InterviewState = {
  status: "scheduled",
  recording: false,
  transcribing: false,
  participants: ["candidate"],
  startTime: null,
  elapsedSeconds: 0,
  consentGiven: true,
  audioRecorded: false,
  lagSeconds: 0,
  catchingUp: false,
};
const running: InterviewState = {
  ...scheduled,
  status: "in_progress",
  recording: true,
  transcribing: true,
  startTime: "2026-01-01T10:00:00Z",
  elapsedSeconds: 12,
};
const makeMicrophone = () =>
  ({ getTracks: () => [], getAudioTracks: () => [{}] }) as unknown as MediaStream;
const microphone = makeMicrophone();

function setUp() {
  const socket = new FakeSocket();
  const server = { state: scheduled, nextAudioSequence: 0 };
  socket.replies.set("join-room", () => ({
    success: true,
    role: "candidate",
    participants: ["candidate"],
    state: server.state,
    iceServers: [],
    nextAudioSequence: server.nextAudioSequence,
  }));
  socket.replies.set("audio-frame", (payload) => ({
    success: true,
    nextSequence: (payload as { sequence: number }).sequence + 1,
    safeSequence: 0,
    gap: false,
  }));
  socket.replies.set("audio-stop", () => ({ success: true }));
  socket.replies.set("leave-room", () => ({ success: true }));
  const capture = {
    onFrame: null as ((frame: CapturedFrame) => void) | null,
    stop: vi.fn(),
    setStream: vi.fn(),
  };
  const clock = { nowMs: 0, wallMs: 1_000_000 };
  const session = new RoomSession({
    role: "candidate",
    roomId: "room-1",
    token: () => "candidate-token",
    socket,
    now: () => clock.nowMs,
    wallNow: () => clock.wallMs,
    createConnection: () => new FakePeerConnection() as unknown as RTCPeerConnection,
    startCapture: (_stream, onFrame) => {
      capture.onFrame = onFrame;
      return Promise.resolve({
        setStream: capture.setStream,
        stop: () => Promise.resolve(capture.stop()),
      });
    },
  });
  const speak = () =>
    capture.onFrame?.({ pcm: new ArrayBuffer(FRAME_BYTES), capturedAtMs: clock.wallMs });
  const sequences = () =>
    socket.sent("audio-frame").map((payload) => (payload as { sequence: number }).sequence);
  return { socket, server, capture, clock, session, speak, sequences };
}

async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

beforeEach(() => {
  FakePeerConnection.created = [];
});

describe("RoomSession", () => {
  it("captures the microphone only while the interview is recorded", async () => {
    const { session, socket, capture, speak, sequences } = setUp();
    session.setLocalStream(microphone);
    session.connect();
    await settle();
    expect(capture.onFrame).toBeNull();
    socket.receive("interview-state-changed", running);
    await settle();
    speak();
    speak();
    expect(sequences()).toEqual([0, 1]);
    socket.receive("interview-state-changed", {
      ...running,
      recording: false,
      transcribing: false,
    });
    await settle();
    expect(capture.stop).toHaveBeenCalledOnce();
    expect(socket.sent("audio-stop")).toHaveLength(1);
  });

  it("captures nothing while the transcription is switched off", async () => {
    const { session, server, capture, speak, sequences } = setUp();
    server.state = running;
    session.setTranscriptionOn(false);
    session.setLocalStream(microphone);
    session.connect();
    await settle();
    expect(capture.onFrame).toBeNull();
    session.setTranscriptionOn(true);
    await settle();
    speak();
    expect(sequences()).toEqual([0]);
    session.setTranscriptionOn(false);
    await settle();
    expect(capture.stop).toHaveBeenCalledOnce();
  });

  it("goes on in the same frames with another microphone", async () => {
    const { session, server, socket, capture, speak, sequences } = setUp();
    server.state = running;
    session.setLocalStream(microphone);
    session.connect();
    await settle();
    speak();
    // Its cable is pulled, and after a while another one is chosen.
    session.setLocalStream(null);
    speak();
    const other = makeMicrophone();
    session.setLocalStream(other);
    await settle();
    speak();
    expect(capture.setStream.mock.calls).toEqual([[other]]);
    expect(sequences()).toEqual([0, 1, 2]);
    expect(socket.sent("audio-stop")).toHaveLength(0);
  });

  it("stamps each frame with its capture time on the interview's clock", async () => {
    const { session, server, socket, clock, speak } = setUp();
    server.state = running;
    session.setLocalStream(microphone);
    session.connect();
    await settle();
    clock.wallMs += 100;
    speak();
    // The laptop sleeps for a minute; nobody counts the frames that were never captured.
    clock.wallMs += 60_000;
    speak();
    const times = socket
      .sent("audio-frame")
      .map((frame) => (frame as { capturedSeconds: number }).capturedSeconds);
    expect(times[0]).toBeCloseTo(12.1);
    expect(times[1]).toBeCloseTo(72.1);
  });

  it("notifies the speaker, and only the speaker, that sound is being dropped", async () => {
    vi.useFakeTimers();
    try {
      const { session, socket, server } = setUp();
      server.state = running;
      session.connect();
      await settle();
      const gap = { id: "g", startSeconds: 4, endSeconds: 9, lostSeconds: 5 };
      socket.receive("audio-gap", { ...gap, role: "recruiter" });
      expect(session.getState().isDroppingSound).toBe(false);
      socket.receive("audio-gap", { ...gap, id: "h", role: "candidate" });
      expect(session.getState().isDroppingSound).toBe(true);
      expect(
        session.getState().transcript.finals.filter((line) => line.notice === "gap"),
      ).toHaveLength(2);
      vi.advanceTimersByTime(20_000);
      expect(session.getState().isDroppingSound).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it("starts capturing when it joins a running interview", async () => {
    const { session, server, capture } = setUp();
    server.state = running;
    session.setLocalStream(microphone);
    session.connect();
    await settle();
    expect(capture.onFrame).not.toBeNull();
  });

  it("loses no audio while the server is unreachable", async () => {
    const { session, socket, server, speak, sequences } = setUp();
    server.state = running;
    session.setLocalStream(microphone);
    session.connect();
    await settle();
    for (let frame = 0; frame < 3; frame += 1) speak();
    await settle();
    socket.drop();
    for (let frame = 0; frame < 2; frame += 1) speak();
    expect(sequences()).toEqual([0, 1, 2]);
    expect(session.getPendingFrames()).toBe(2);

    // The server restarted after a crash and has only what it had stored: two frames.
    server.nextAudioSequence = 2;
    socket.connect();
    await settle();
    expect(sequences()).toEqual([0, 1, 2, 2, 3, 4]);
    const streams = socket
      .sent("join-room")
      .map((p) => (p as { audioStreamId: string }).audioStreamId);
    expect(new Set(streams).size).toBe(1);
  });

  it("asks for missed lines and shows each once", async () => {
    const { session, socket } = setUp();
    const line = (sequence: number) => ({
      id: `s${sequence}`,
      utteranceId: `u${sequence}`,
      role: "recruiter",
      text: `Line ${sequence}`,
      timestamp: "2026-01-01T10:00:00Z",
      final: true,
      source: "local",
      origin: "live",
      sequence,
      startSeconds: sequence,
      endSeconds: sequence + 1,
      marks: [],
    });
    session.connect();
    await settle();
    socket.receive("transcript-update", line(1));
    socket.receive("transcript-update", line(2));
    socket.drop();
    socket.connect();
    await settle();
    expect(socket.sent("join-room").at(-1)).toMatchObject({ lastSequence: 2 });
    socket.receive("transcript-update", line(2));
    socket.receive("transcript-update", line(3));
    const texts = visibleLines(session.getState().transcript).map(({ text }) => text);
    expect(texts).toEqual(["Line 1", "Line 2", "Line 3"]);
  });

  it("notifies its listeners and follows the server's clock", async () => {
    const { session, socket, clock } = setUp();
    const listener = vi.fn();
    session.subscribe(listener);
    session.connect();
    await settle();
    socket.receive("interview-state-changed", running);
    clock.nowMs += 3_000;
    expect(session.getElapsedSeconds()).toBe(15);
    expect(listener).toHaveBeenCalled();
  });

  it("answers the other side's offer and clears the video when they leave", async () => {
    const { session, socket } = setUp();
    socket.replies.set("answer", () => ({ success: true }));
    session.connect();
    await settle();
    socket.receive("offer", { role: "recruiter", offer: { type: "offer", sdp: "v=0" } });
    await settle();
    expect(socket.sent("answer")).toHaveLength(1);
    socket.receive("participant-left", { role: "recruiter" });
    expect(FakePeerConnection.created.at(-1)?.isClosed).toBe(true);
    expect(session.getRemoteStream()).toBeNull();
  });

  it("delivers its audio, leaves the room and disconnects", async () => {
    const { session, socket, server, capture, speak } = setUp();
    server.state = running;
    session.setLocalStream(microphone);
    session.connect();
    await settle();
    speak();
    await session.leave();
    expect(capture.stop).toHaveBeenCalledOnce();
    expect(socket.emitted.slice(-2).map(({ event }) => event)).toEqual([
      "audio-stop",
      "leave-room",
    ]);
    expect(socket.connected).toBe(false);
  });

  it("yields to a newer tab", async () => {
    const { session, socket } = setUp();
    session.connect();
    await settle();
    socket.receive("error", { message: "Opened elsewhere.", code: "SEAT_TAKEN" });
    await settle();
    expect(session.getState().connection).toBe("replaced");
    expect(socket.connected).toBe(false);
  });
});
