/** State of a room in the browser: one reducer over events of the server and the browser. */
import type {
  AudioGap,
  InterviewState,
  QuestionSuggestion,
  Role,
  TranscriptUpdate,
} from "./protocol";
import {
  addSystemLine,
  applyGap,
  applyUpdate,
  emptyTranscript,
  resetSegments,
  type Transcript,
} from "./transcript";

/** Connection to the server; `replaced` means that a newer tab took over. */
export type ConnectionStatus =
  "idle" | "connecting" | "connected" | "disconnected" | "error" | "replaced";
/** A state of RTCPeerConnection that is not listed is passed on and shown as it is. */
export type PeerStatus =
  "idle" | "connecting" | "connected" | "disconnected" | "failed" | (string & {});

export interface RoomProblem {
  readonly message: string;
  readonly code: string;
}

export interface RoomState {
  readonly connection: ConnectionStatus;
  readonly peer: PeerStatus;
  readonly participants: readonly Role[];
  /** Null until the server has sent it once. */
  readonly interview: InterviewState | null;
  /** The server's clock, pinned to the browser's monotonic clock; null before the interview has started. */
  readonly clock: { readonly elapsedSeconds: number; readonly atMs: number } | null;
  readonly transcript: Transcript;
  /** The suggestions of Question Sense that changed last. */
  readonly suggestions: readonly QuestionSuggestion[];
  /** The browser provides no audio until the user interacts with the page (its autoplay policy). */
  readonly isAudioSuspended: boolean;
  /** Sound of this side was lost a moment ago, because the computer or the browser was too busy. */
  readonly isDroppingSound: boolean;
  readonly problem: RoomProblem | null;
}

export type RoomAction =
  | { type: "connection-changed"; status: ConnectionStatus }
  | { type: "joined"; participants: readonly Role[]; state: InterviewState; atMs: number }
  | { type: "refused"; problem: RoomProblem }
  | { type: "state-changed"; state: InterviewState; atMs: number }
  | { type: "participant-joined"; role: Role }
  | { type: "participant-left"; role: Role }
  | { type: "participants-known"; participants: readonly Role[] }
  | { type: "peer-changed"; status: PeerStatus }
  | { type: "transcript-updated"; update: TranscriptUpdate }
  | { type: "transcript-reset"; lines: readonly TranscriptUpdate[] }
  | { type: "questions-suggested"; suggestions: readonly QuestionSuggestion[] }
  | { type: "audio-suspended"; isSuspended: boolean }
  | { type: "gap-found"; gap: AudioGap }
  | { type: "sound-dropped"; isDropping: boolean }
  | { type: "transcription-failed"; timestamp: string }
  | { type: "server-error"; problem: RoomProblem }
  | { type: "problem-dismissed" };

export const initialRoomState: RoomState = {
  connection: "idle",
  peer: "idle",
  participants: [],
  interview: null,
  clock: null,
  transcript: emptyTranscript,
  suggestions: [],
  isAudioSuspended: false,
  isDroppingSound: false,
  problem: null,
};

export function reduceRoom(state: RoomState, action: RoomAction): RoomState {
  switch (action.type) {
    case "connection-changed":
      return state.connection === action.status ? state : { ...state, connection: action.status };
    case "joined":
      return withInterview(
        {
          ...state,
          connection: "connected",
          participants: unique(action.participants),
          problem: null,
        },
        action.state,
        action.atMs,
      );
    case "refused":
      return { ...state, connection: "error", problem: action.problem };
    case "state-changed":
      return withInterview(
        { ...state, participants: unique(action.state.participants) },
        action.state,
        action.atMs,
      );
    case "participant-joined":
      return { ...state, participants: unique([...state.participants, action.role]) };
    case "participant-left":
      return { ...state, participants: state.participants.filter((role) => role !== action.role) };
    case "participants-known":
      return { ...state, participants: unique([...state.participants, ...action.participants]) };
    case "peer-changed":
      return state.peer === action.status ? state : { ...state, peer: action.status };
    case "transcript-updated": {
      const transcript = applyUpdate(state.transcript, action.update);
      return transcript === state.transcript ? state : { ...state, transcript };
    }
    case "transcript-reset":
      return { ...state, transcript: resetSegments(state.transcript, action.lines) };
    case "questions-suggested":
      return { ...state, suggestions: action.suggestions };
    case "audio-suspended":
      return state.isAudioSuspended === action.isSuspended
        ? state
        : { ...state, isAudioSuspended: action.isSuspended };
    case "gap-found":
      return { ...state, transcript: applyGap(state.transcript, action.gap) };
    case "sound-dropped":
      return state.isDroppingSound === action.isDropping
        ? state
        : { ...state, isDroppingSound: action.isDropping };
    case "transcription-failed":
      return {
        ...state,
        transcript: addSystemLine(state.transcript, "error", action.timestamp),
      };
    case "server-error":
      return action.problem.code === "SEAT_TAKEN"
        ? { ...state, connection: "replaced", problem: action.problem }
        : { ...state, problem: action.problem };
    case "problem-dismissed":
      return { ...state, problem: null };
    default:
      action satisfies never;
      return state;
  }
}

function withInterview(state: RoomState, interview: InterviewState, atMs: number): RoomState {
  const wasTranscribing = state.interview?.transcribing ?? false;
  const hasStarted =
    interview.recording || interview.status === "completed" || Boolean(interview.startTime);
  let { transcript } = state;
  if (interview.transcribing && !wasTranscribing) {
    transcript = addSystemLine(transcript, "active", interview.startTime ?? "");
  } else if (interview.recording && wasTranscribing && !interview.transcribing) {
    // The speech engine is down; the audio is kept and decoded when it is back.
    transcript = addSystemLine(transcript, "error", interview.startTime ?? "");
  }
  return {
    ...state,
    interview,
    clock: hasStarted ? { elapsedSeconds: interview.elapsedSeconds, atMs } : null,
    transcript,
  };
}

/** Whole seconds since the interview started; stops once the recording has ended. */
export function elapsedSecondsAt(
  state: Pick<RoomState, "clock" | "interview">,
  nowMs: number,
): number | null {
  if (state.clock === null) return null;
  const isRunning = state.interview?.recording ?? false;
  const sinceUpdateMs = isRunning ? Math.max(0, nowMs - state.clock.atMs) : 0;
  return Math.floor(state.clock.elapsedSeconds + sinceUpdateMs / 1000);
}

function unique(roles: readonly Role[]): readonly Role[] {
  return [...new Set(roles)];
}
