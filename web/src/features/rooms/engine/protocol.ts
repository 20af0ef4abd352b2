/** Types of the room's socket events, by the names the room uses for them. */
import type { Acknowledgment, ClientPayload, ServerPayload } from "@/api/socket-events";

export type Role = ServerPayload<"participant-joined">["role"];
export type InterviewState = ServerPayload<"interview-state-changed">;
export type AudioGap = ServerPayload<"audio-gap">;
export type TranscriptUpdate = ServerPayload<"transcript-update">;
export type QuestionSuggestion = ServerPayload<"question-suggestions">["suggestions"][number];
export type SessionDescription = ClientPayload<"offer">["offer"];
export type IceCandidate = NonNullable<ClientPayload<"ice-candidate">["candidate"]>;
export type RoomJoined = Acknowledgment<"join-room">;
export type IceServers = RoomJoined["iceServers"];
export type FrameReceived = Acknowledgment<"audio-frame">;

export function otherRole(role: Role): Role {
  return role === "recruiter" ? "candidate" : "recruiter";
}
