import type { z } from "zod";

import {
  answerSchema,
  frameAckSchema,
  iceCandidateEventSchema,
  interviewStateSchema,
  joinAckSchema,
  offerSchema,
  participantSchema,
  participantsSchema,
  RoomRefusal,
  serverErrorSchema,
  transcriptUpdateSchema,
  type FrameAck,
  type IceCandidate,
  type InterviewState,
  type JoinAck,
  type Role,
  type SessionDescription,
  type TranscriptUpdate,
} from "./protocol";
import type { ConnectionStatus } from "./room-state";

/** The part of a Socket.IO client socket that the room uses. */
export interface RoomSocket {
  readonly connected: boolean;
  /** True while the client goes on trying to connect by itself. */
  readonly active: boolean;
  connect: () => unknown;
  disconnect: () => unknown;
  on: (event: string, listener: (payload: unknown) => void) => unknown;
  timeout: (ms: number) => { emitWithAck: (event: string, payload: unknown) => Promise<unknown> };
}

export interface SignallingHandlers {
  onStatus: (status: ConnectionStatus) => void;
  onJoined: (ack: JoinAck) => void;
  onLost: () => void;
  onRefused: (refusal: RoomRefusal) => void;
  onState: (state: InterviewState) => void;
  onTranscript: (update: TranscriptUpdate) => void;
  onParticipantJoined: (role: Role) => void;
  onParticipantLeft: (role: Role) => void;
  onParticipants: (participants: readonly Role[]) => void;
  onDescription: (description: SessionDescription) => void;
  onIceCandidate: (candidate: IceCandidate | null) => void;
  onServerError: (error: { message: string; code: string }) => void;
}

export interface SignallingOptions {
  socket: RoomSocket;
  roomId: string;
  role: Role;
  /** The session token or the candidate token, read at each join: it may have been renewed meanwhile. */
  token: () => string;
  audioStreamId: () => string;
  /** The highest stored segment without a gap before it: the replay begins after it. */
  lastSequence: () => number;
  handlers: SignallingHandlers;
  schedule?: (task: () => void, ms: number) => unknown;
}

export const ACK_TIMEOUT_MS = 10_000;
const RETRY_MS = 2_000;

/** Refusals that another try cannot change. */
const FINAL_REFUSALS = new Set([
  "UNAUTHORIZED",
  "FORBIDDEN",
  "NOT_FOUND",
  "INTERVIEW_NOT_FOUND",
  "INTERVIEW_UNAVAILABLE",
  "INTERVIEW_TERMINATED",
  "NO_CREDITS",
  "CONSENT_REQUIRED",
  "VALIDATION_ERROR",
]);

/** Speaks the room's socket protocol: joins, joins again after every loss, and parses what comes in. */
export class Signalling {
  private readonly options: SignallingOptions;
  private readonly schedule: (task: () => void, ms: number) => unknown;
  private isWanted = false;
  private isJoined = false;
  private wasEverJoined = false;

  constructor(options: SignallingOptions) {
    this.options = options;
    this.schedule = options.schedule ?? ((task, ms) => setTimeout(task, ms));
    this.listen();
  }

  connect(): void {
    this.isWanted = true;
    this.options.handlers.onStatus("connecting");
    this.options.socket.connect();
  }

  /** Says good-bye and hangs up; the room is then closed for good on this side. */
  async leave(): Promise<void> {
    const wasJoined = this.isJoined;
    this.isWanted = false;
    this.isJoined = false;
    if (wasJoined && this.options.socket.connected) {
      await this.ask("leave-room", {}).catch(() => undefined);
    }
    this.options.socket.disconnect();
  }

  sendDescription(description: SessionDescription): void {
    if (description.type === "offer") this.tell("offer", { offer: description });
    else this.tell("answer", { answer: description });
  }

  sendIceCandidate(candidate: IceCandidate | null): void {
    this.tell("ice-candidate", { candidate });
  }

  /** Raises RoomRefusal, and Error when no acknowledgement came in time. */
  async sendFrame(streamId: string, sequence: number, pcm: ArrayBuffer): Promise<FrameAck> {
    const ack = frameAckSchema.parse(await this.ask("audio-frame", { streamId, sequence, pcm }));
    if (!ack.success) throw new RoomRefusal(ack);
    return ack;
  }

  stopAudio(streamId: string): void {
    this.tell("audio-stop", { streamId });
  }

  private listen(): void {
    const { socket, handlers } = this.options;
    socket.on("connect", () => void this.join());
    socket.on("disconnect", () => {
      this.lose("disconnected");
    });
    socket.on("connect_error", () => {
      // Failing to come back is still the same loss; failing to come in at all is an error.
      this.lose(this.wasEverJoined ? "disconnected" : "error");
    });
    this.hear("transcript-update", transcriptUpdateSchema, handlers.onTranscript);
    this.hear("interview-state-changed", interviewStateSchema, handlers.onState);
    this.hear("participant-joined", participantSchema, ({ role }) => {
      handlers.onParticipantJoined(role);
    });
    this.hear("participant-left", participantSchema, ({ role }) => {
      handlers.onParticipantLeft(role);
    });
    this.hear("existing-participants", participantsSchema, ({ participants }) => {
      handlers.onParticipants(participants);
    });
    this.hear("offer", offerSchema, ({ offer }) => {
      handlers.onDescription(offer);
    });
    this.hear("answer", answerSchema, ({ answer }) => {
      handlers.onDescription(answer);
    });
    this.hear("ice-candidate", iceCandidateEventSchema, ({ candidate }) => {
      handlers.onIceCandidate(candidate);
    });
    this.hear("error", serverErrorSchema, ({ message, code }) => {
      if (code === "SEAT_TAKEN") this.isWanted = false;
      handlers.onServerError({ message, code: code ?? "UNKNOWN" });
    });
  }

  private hear<Payload>(
    event: string,
    schema: z.ZodType<Payload>,
    handle: (payload: Payload) => void,
  ): void {
    this.options.socket.on(event, (payload) => {
      const parsed = schema.safeParse(payload);
      // A payload that is not what the contract says is dropped: half-understood state would be worse.
      if (parsed.success) handle(parsed.data);
    });
  }

  private async join(): Promise<void> {
    const { roomId, role, token, audioStreamId, lastSequence, handlers } = this.options;
    handlers.onStatus("connecting");
    try {
      const ack = joinAckSchema.parse(
        await this.ask("join-room", {
          roomId,
          role,
          token: token(),
          lastSequence: lastSequence(),
          audioStreamId: audioStreamId(),
        }),
      );
      if (!this.isWanted) return;
      if (!ack.success) {
        this.refuse(new RoomRefusal(ack));
        return;
      }
      this.isJoined = true;
      this.wasEverJoined = true;
      handlers.onJoined(ack);
    } catch {
      // No answer, or one that is no answer: the next try may do better.
      this.again();
    }
  }

  private refuse(refusal: RoomRefusal): void {
    if (FINAL_REFUSALS.has(refusal.code)) {
      this.isWanted = false;
      this.options.socket.disconnect();
      this.options.handlers.onRefused(refusal);
      return;
    }
    this.again();
  }

  private again(): void {
    if (!this.isWanted) return;
    this.schedule(() => {
      if (!this.isWanted || this.isJoined) return;
      if (this.options.socket.connected) void this.join();
      else this.options.socket.connect();
    }, RETRY_MS);
  }

  private lose(status: ConnectionStatus): void {
    const wasJoined = this.isJoined;
    this.isJoined = false;
    if (wasJoined) this.options.handlers.onLost();
    if (!this.isWanted) return;
    this.options.handlers.onStatus(status);
    // Socket.IO comes back by itself, except when it was the server that hung up.
    if (!this.options.socket.active) this.again();
  }

  private ask(event: string, payload: unknown): Promise<unknown> {
    return this.options.socket.timeout(ACK_TIMEOUT_MS).emitWithAck(event, payload);
  }

  private tell(event: string, payload: unknown): void {
    if (!this.isJoined) return;
    // Negotiation heals itself (ICE restart), so a lost relay needs no answer here.
    this.ask(event, payload).catch(() => undefined);
  }
}
