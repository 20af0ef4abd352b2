/** Tests of what the room says about the live transcription. */
import { describe, expect, it } from "vitest";

import type { InterviewState } from "../engine/protocol";
import { findTranscriptionStatus } from "./transcription-status";

const running: InterviewState = {
  status: "in_progress",
  recording: true,
  transcribing: true,
  participants: ["recruiter", "candidate"],
  startTime: "2026-01-01T10:00:00Z",
  elapsedSeconds: 12,
  consentGiven: true,
  lagSeconds: 0,
  catchingUp: false,
  audioRecorded: false,
};
const find = (
  change: Partial<InterviewState>,
  connection: "connected" | "disconnected" = "connected",
) => findTranscriptionStatus({ connection, interview: { ...running, ...change } }, null);

describe("findTranscriptionStatus", () => {
  it("does not claim to be active while it is behind", () => {
    expect(find({})).toEqual({ state: "active" });
    expect(find({ lagSeconds: 30 })).toEqual({ state: "behind", seconds: 30 });
    expect(find({ lagSeconds: 12, catchingUp: true })).toEqual({
      state: "catchingUp",
      seconds: 12,
    });
  });

  it("puts a connection that stays away first, until the end", () => {
    const away = { connection: "disconnected", interview: running } as const;
    expect(findTranscriptionStatus(away, "timeout")).toEqual({ state: "timeout", isKept: true });
    expect(findTranscriptionStatus({ ...away, interview: null }, "failed")).toEqual({
      state: "failed",
      isKept: false,
    });
    const over = { ...running, recording: false, status: "completed" } as const;
    expect(findTranscriptionStatus({ ...away, interview: over }, "failed").state).toBe("stopped");
  });

  it("names the other states", () => {
    expect(findTranscriptionStatus({ connection: "connecting", interview: null }, null).state).toBe(
      "detecting",
    );
    expect(find({ recording: false, status: "scheduled" }).state).toBe("waiting");
    expect(find({}, "disconnected").state).toBe("reconnecting");
    expect(find({ transcribing: false }).state).toBe("error");
    expect(find({ recording: false, status: "completed" }).state).toBe("stopped");
  });
});
