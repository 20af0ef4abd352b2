/** Tests of the state of a room. */
import { describe, expect, it } from "vitest";

import type { InterviewState } from "./protocol";
import { elapsedSecondsAt, initialRoomState, reduceRoom, type RoomAction } from "./room-state";

const scheduled: InterviewState = {
  status: "scheduled",
  recording: false,
  transcribing: false,
  participants: ["recruiter"],
  startTime: null,
  elapsedSeconds: 0,
  consentGiven: false,
  audioRecorded: false,
  lagSeconds: 0,
  catchingUp: false,
};
const running: InterviewState = {
  ...scheduled,
  status: "in_progress",
  recording: true,
  transcribing: true,
  participants: ["recruiter", "candidate"],
  startTime: "2026-01-01T10:00:00Z",
  elapsedSeconds: 61.5,
  consentGiven: true,
  audioRecorded: false,
  lagSeconds: 0,
  catchingUp: false,
};

const reduce = (...actions: RoomAction[]) => actions.reduce(reduceRoom, initialRoomState);

describe("reduceRoom", () => {
  it("is connected once joined, and clears the earlier problem", () => {
    const state = reduce(
      {
        type: "server-error",
        problem: { message: "Too many messages.", code: "TOO_MANY_MESSAGES" },
      },
      { type: "joined", participants: ["recruiter"], state: scheduled, atMs: 0 },
    );
    expect(state.connection).toBe("connected");
    expect(state.problem).toBeNull();
  });

  it("lists each participant once", () => {
    const state = reduce(
      { type: "joined", participants: ["recruiter"], state: scheduled, atMs: 0 },
      { type: "participant-joined", role: "candidate" },
      { type: "participants-known", participants: ["candidate"] },
    );
    expect(state.participants).toEqual(["recruiter", "candidate"]);
  });

  it("removes a participant who left", () => {
    const state = reduce(
      { type: "state-changed", state: running, atMs: 0 },
      { type: "participant-left", role: "candidate" },
    );
    expect(state.participants).toEqual(["recruiter"]);
  });

  it('adds the line "Transcription active" once when the transcription starts', () => {
    const state = reduce(
      { type: "state-changed", state: scheduled, atMs: 0 },
      { type: "state-changed", state: running, atMs: 0 },
      { type: "state-changed", state: running, atMs: 5 },
    );
    expect(state.transcript.finals.map((line) => line.notice)).toEqual(["active"]);
  });

  it('adds "Transcription error" when the speech engine is lost, and that it is active again', () => {
    const state = reduce(
      { type: "state-changed", state: running, atMs: 0 },
      { type: "state-changed", state: { ...running, transcribing: false }, atMs: 5 },
      { type: "state-changed", state: running, atMs: 9 },
    );
    expect(state.transcript.finals.map((line) => line.notice)).toEqual([
      "active",
      "error",
      "active",
    ]);
  });

  it("notifies the older of two tabs that it was replaced", () => {
    const state = reduce({
      type: "server-error",
      problem: { message: "Opened elsewhere.", code: "SEAT_TAKEN" },
    });
    expect(state.connection).toBe("replaced");
  });

  it("is in error when the server refuses the join", () => {
    const state = reduce({ type: "refused", problem: { message: "No.", code: "FORBIDDEN" } });
    expect(state.connection).toBe("error");
    expect(state.problem?.code).toBe("FORBIDDEN");
  });
});

describe("elapsedSecondsAt", () => {
  it("is unknown before the start", () => {
    expect(
      elapsedSecondsAt(reduce({ type: "state-changed", state: scheduled, atMs: 0 }), 5_000),
    ).toBeNull();
  });

  it("continues from the server's time with the browser's monotonic clock", () => {
    const state = reduce({ type: "state-changed", state: running, atMs: 1_000 });
    expect(elapsedSecondsAt(state, 1_000)).toBe(61);
    expect(elapsedSecondsAt(state, 4_600)).toBe(65);
  });

  it("stops once the recording has ended", () => {
    const ended: InterviewState = {
      ...running,
      status: "completed",
      recording: false,
      transcribing: false,
    };
    const state = reduce({ type: "state-changed", state: ended, atMs: 0 });
    expect(elapsedSecondsAt(state, 90_000)).toBe(61);
  });
});
