/** Signaling of one room over the socket: joining, rejoining after every loss, and relaying. */
import {
  readConnectRefusal,
  request,
  SocketRefusal,
  subscribe,
  type EventSocket,
} from "@/api/socket";
import type { ClientEvent, ClientPayload } from "@/api/socket-events";

import type { UplinkFrame } from "./audio-uplink";
import type {
  AudioGap,
  FrameReceived,
  IceCandidate,
  InterviewState,
  QuestionSuggestion,
  Role,
  RoomJoined,
  SessionDescription,
  TranscriptUpdate,
} from "./protocol";
import type { ConnectionStatus } from "./room-state";

/** The part of a Socket.IO client socket that the room uses. */
export interface RoomSocket extends EventSocket {
  readonly connected: boolean;
  /** Whether the client is going to reconnect automatically. */
  readonly active: boolean;
  connect: () => unknown;
  disconnect: () => unknown;
  /** The query of the address is read at each connection. */
  readonly io: { readonly opts: { query?: Record<string, unknown> } };
}

export interface SignalingHandlers {
  onStatus: (status: ConnectionStatus) => void;
  onJoined: (joined: RoomJoined) => void;
  onLost: () => void;
  onRefused: (refusal: SocketRefusal) => void;
  onState: (state: InterviewState) => void;
  onTranscript: (update: TranscriptUpdate) => void;
  /** Stored lines were removed; these are left. */
  onTranscriptReset: (lines: readonly TranscriptUpdate[]) => void;
  onSuggestions: (suggestions: readonly QuestionSuggestion[]) => void;
  /** `isNew` is false for the gaps that a replay brings. */
  onGap: (gap: AudioGap, isNew: boolean) => void;
  onParticipantJoined: (role: Role) => void;
  onParticipantLeft: (role: Role) => void;
  onParticipants: (participants: readonly Role[]) => void;
  onDescription: (description: SessionDescription) => void;
  onIceCandidate: (candidate: IceCandidate | null) => void;
  onServerError: (error: { message: string; code: string }) => void;
  /** The session was extended; its old token expires soon. */
  onSessionRenewed: (token: string) => void;
}

export interface SignalingOptions {
  socket: RoomSocket;
  roomId: string;
  role: Role;
  /** The session token or the candidate token. Read at each join, because it may have been renewed. */
  token: () => string;
  audioStreamId: () => string;
  /** The highest stored segment without a gap before it; the replay starts after it. */
  lastSequence: () => number;
  handlers: SignalingHandlers;
  schedule?: (task: () => void, ms: number) => unknown;
}

const RETRY_MS = 2_000;

/** Refusals that another attempt cannot change. */
const FINAL_REFUSALS = new Set([
  "UNAUTHORIZED",
  "FORBIDDEN",
  "NOT_FOUND",
  "INTERVIEW_NOT_FOUND",
  "INTERVIEW_UNAVAILABLE",
  "INTERVIEW_TERMINATED",
  "LINK_REPLACED",
  "NO_CREDITS",
  "CONSENT_REQUIRED",
  "VALIDATION_ERROR",
]);

/** Joins a room, rejoins after every loss, sends and receives. */
export class Signaling {
  private readonly options: SignalingOptions;
  private readonly schedule: (task: () => void, ms: number) => unknown;
  private shouldStayConnected = false;
  private isJoined = false;
  private wasEverJoined = false;
  private wasRedirected = false;
  /** Why the server showed this side out of the room, if it did. */
  private lastRemoval: SocketRefusal | null = null;

  constructor(options: SignalingOptions) {
    this.options = options;
    this.schedule = options.schedule ?? ((task, ms) => setTimeout(task, ms));
    this.listen();
  }

  connect(): void {
    this.shouldStayConnected = true;
    this.options.handlers.onStatus("connecting");
    this.options.socket.connect();
  }

  /** Connects at once, instead of after the pause of the next attempt. */
  reconnect(): void {
    if (!this.shouldStayConnected || this.isJoined) return;
    this.shouldStayConnected = false;
    this.options.socket.disconnect();
    this.connect();
  }

  /** Leaves the room and disconnects. This side cannot come back with the same object. */
  async leave(): Promise<void> {
    const wasJoined = this.isJoined;
    this.shouldStayConnected = false;
    this.isJoined = false;
    if (wasJoined && this.options.socket.connected) {
      await request(this.options.socket, "leave-room", {}).catch(() => undefined);
    }
    this.options.socket.disconnect();
  }

  sendDescription(description: SessionDescription): void {
    if (description.type === "offer") this.send("offer", { offer: description });
    else this.send("answer", { answer: description });
  }

  sendIceCandidate(candidate: IceCandidate | null): void {
    this.send("ice-candidate", { candidate });
  }

  /** Raises SocketRefusal, and Error if no acknowledgment arrives in time. */
  sendFrame(streamId: string, sequence: number, frame: UplinkFrame): Promise<FrameReceived> {
    const { pcm, capturedSeconds, isLost } = frame;
    return request(this.options.socket, "audio-frame", {
      streamId,
      sequence,
      pcm,
      capturedSeconds,
      lost: isLost,
    });
  }

  stopAudio(streamId: string): void {
    this.send("audio-stop", { streamId });
  }

  private listen(): void {
    const { socket, handlers } = this.options;
    socket.on("connect", () => void this.join());
    socket.on("disconnect", () => {
      this.onConnectionLost("disconnected");
    });
    socket.on("connect_error", (error) => {
      const refusal = readConnectRefusal(error);
      if (refusal !== null && FINAL_REFUSALS.has(refusal.code)) {
        if (this.shouldStayConnected) this.giveUp(this.lastRemoval ?? refusal);
        return;
      }
      // Failing to reconnect is still the same loss; failing to connect at all is an error.
      this.onConnectionLost(this.wasEverJoined ? "disconnected" : "error");
    });
    subscribe(socket, "transcript-update", handlers.onTranscript);
    subscribe(socket, "transcript-replay", ({ lines, gaps }) => {
      lines.forEach(handlers.onTranscript);
      for (const gap of gaps) handlers.onGap(gap, false);
    });
    subscribe(socket, "audio-gap", (gap) => {
      handlers.onGap(gap, true);
    });
    subscribe(socket, "transcript-reset", ({ lines }) => {
      handlers.onTranscriptReset(lines);
    });
    subscribe(socket, "question-suggestions", ({ suggestions }) => {
      handlers.onSuggestions(suggestions);
    });
    subscribe(socket, "session-renewed", ({ token }) => {
      handlers.onSessionRenewed(token);
    });
    subscribe(socket, "interview-state-changed", handlers.onState);
    subscribe(socket, "participant-joined", ({ role }) => {
      handlers.onParticipantJoined(role);
    });
    subscribe(socket, "participant-left", ({ role }) => {
      handlers.onParticipantLeft(role);
    });
    subscribe(socket, "existing-participants", ({ participants }) => {
      handlers.onParticipants(participants);
    });
    subscribe(socket, "offer", ({ offer }) => {
      handlers.onDescription(offer);
    });
    subscribe(socket, "answer", ({ answer }) => {
      handlers.onDescription(answer);
    });
    subscribe(socket, "ice-candidate", ({ candidate }) => {
      handlers.onIceCandidate(candidate);
    });
    subscribe(socket, "error", (error) => {
      if (error.code === "SEAT_TAKEN") this.shouldStayConnected = false;
      // The server closes the connection next, and refuses a new one with a reason that says less.
      this.lastRemoval = FINAL_REFUSALS.has(error.code) ? new SocketRefusal(error) : null;
      handlers.onServerError(error);
    });
  }

  private async join(): Promise<void> {
    const { socket, roomId, role, token, audioStreamId, lastSequence, handlers } = this.options;
    handlers.onStatus("connecting");
    try {
      const joined = await request(socket, "join-room", {
        roomId,
        role,
        token: token(),
        lastSequence: lastSequence(),
        audioStreamId: audioStreamId(),
      });
      if (!this.shouldStayConnected) return;
      this.isJoined = true;
      this.wasEverJoined = true;
      this.wasRedirected = false;
      this.lastRemoval = null;
      handlers.onJoined(joined);
    } catch (error) {
      if (!this.shouldStayConnected) return;
      if (error instanceof SocketRefusal && error.server !== null)
        this.redirect(error, error.server);
      else if (error instanceof SocketRefusal && FINAL_REFUSALS.has(error.code)) this.giveUp(error);
      // Without a valid reply, another attempt may succeed.
      else this.scheduleRejoin();
    }
  }

  /** Connects to the server process that has the room: the proxy finds it by the query of the address. */
  private redirect(refusal: SocketRefusal, server: string): void {
    const { socket, handlers } = this.options;
    const isRepeated = this.wasRedirected;
    this.wasRedirected = true;
    socket.io.opts.query = { server };
    socket.disconnect();
    // The other process has just ended, or the proxy does not find it: keep trying, but not at full speed.
    if (isRepeated) handlers.onServerError({ message: refusal.message, code: refusal.code });
    else socket.connect();
  }

  private giveUp(refusal: SocketRefusal): void {
    this.shouldStayConnected = false;
    this.options.socket.disconnect();
    this.options.handlers.onRefused(refusal);
  }

  private scheduleRejoin(): void {
    if (!this.shouldStayConnected) return;
    this.schedule(() => {
      if (!this.shouldStayConnected || this.isJoined) return;
      if (this.options.socket.connected) void this.join();
      else this.options.socket.connect();
    }, RETRY_MS);
  }

  private onConnectionLost(status: ConnectionStatus): void {
    const wasJoined = this.isJoined;
    this.isJoined = false;
    if (wasJoined) this.options.handlers.onLost();
    if (!this.shouldStayConnected) return;
    this.options.handlers.onStatus(status);
    // Socket.IO reconnects automatically, unless the server closed the connection.
    if (!this.options.socket.active) this.scheduleRejoin();
  }

  private send<E extends ClientEvent>(event: E, payload: ClientPayload<E>): void {
    // The server may have admitted this side, and the other may answer, before the acknowledgment of joining arrives.
    if (!this.options.socket.connected) return;
    // Negotiation repairs itself (PeerLink), so a lost message needs no handling here.
    request(this.options.socket, event, payload).catch(() => undefined);
  }
}
