/** Tests of how an interview ends for the candidate. */
import { describe, expect, it } from "vitest";

import { initialRoomState, type RoomState } from "../engine/room-state";
import { findEnding } from "./use-candidate-journey";

function room(
  status: "scheduled" | "in_progress" | "completed" | "cancelled",
  code?: string,
): RoomState {
  return {
    ...initialRoomState,
    interview: {
      status,
      recording: status === "in_progress",
      transcribing: false,
      participants: [],
      startTime: null,
      elapsedSeconds: 0,
      consentGiven: true,
      lagSeconds: 0,
      catchingUp: false,
      audioRecorded: false,
    },
    problem: code === undefined ? null : { code, message: "" },
  };
}

describe("findEnding", () => {
  it("thanks after the end, also when it came while the connection was down", () => {
    expect(findEnding(room("completed"))).toBe("completed");
    expect(findEnding(room("in_progress", "INTERVIEW_UNAVAILABLE"))).toBe("completed");
  });

  it.each(["INTERVIEW_UNAVAILABLE", "INTERVIEW_NOT_FOUND"])(
    "does not thank for an interview that never took place: %s",
    (code) => {
      expect(findEnding(room("scheduled", code))).toBe("cancelled");
    },
  );

  it("goes on otherwise", () => {
    expect(findEnding(initialRoomState)).toBeNull();
    expect(findEnding(room("in_progress", "AUDIO_TOO_FAST"))).toBeNull();
  });
});
