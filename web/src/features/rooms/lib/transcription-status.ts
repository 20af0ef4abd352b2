/** Status text of the live transcription in the room. */
import type { RoomState } from "../engine/room-state";

/** The connection has been away for ten seconds; it did not come back after three retries either. */
export type ConnectionTrouble = "timeout" | "failed";

export type TranscriptionStatus =
  | { state: "waiting" | "detecting" | "active" | "reconnecting" | "error" | "stopped" }
  /** `isKept`: the interview runs, so what is said now is sent later. */
  | { state: ConnectionTrouble; isKept: boolean }
  /** Lines come this many seconds after they were said. */
  | { state: "behind" | "catchingUp"; seconds: number };

/**
 * From the lag that the server measures: 'active' only while lines arrive about as fast as people
 * speak.
 */
export function findTranscriptionStatus(
  { connection, interview }: Pick<RoomState, "connection" | "interview">,
  trouble: ConnectionTrouble | null,
): TranscriptionStatus {
  if (interview?.status === "completed") return { state: "stopped" };
  if (trouble !== null) return { state: trouble, isKept: interview?.recording ?? false };
  if (interview === null) return { state: connection === "connecting" ? "detecting" : "waiting" };
  if (!interview.recording) return { state: "waiting" };
  if (connection !== "connected") return { state: "reconnecting" };
  if (!interview.transcribing) return { state: "error" };
  if (interview.lagSeconds === 0) return { state: "active" };
  return {
    state: interview.catchingUp ? "catchingUp" : "behind",
    seconds: interview.lagSeconds,
  };
}
