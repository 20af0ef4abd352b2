/** One side's presence in a room: owns socket, video connection, audio uplink and room state. */
import { replaceSessionToken } from "@/api/session-token";

import { startAudioCapture, type AudioCapture } from "./audio-capture";
import { AudioUplink } from "./audio-uplink";
import { openConnection } from "./open-connection";
import { PeerLink } from "./peer-link";
import {
  otherRole,
  type AudioGap,
  type IceServers,
  type InterviewState,
  type Role,
  type RoomJoined,
} from "./protocol";
import { RoomClock } from "./room-clock";
import {
  elapsedSecondsAt,
  initialRoomState,
  reduceRoom,
  type RoomAction,
  type RoomState,
} from "./room-state";
import { Signaling, type RoomSocket } from "./signaling";
import { lastContiguousSequence } from "./transcript";

/** Delay after a refused or unacknowledged frame. */
const AUDIO_RETRY_MS = 2_000;
/** Maximum wait for the last frames when leaving; the server keeps what it has received. */
const DRAIN_WAIT_MS = 2_000;
/** How long the notice about dropped sound stays after the last loss. */
const DROPPED_NOTICE_MS = 20_000;

export interface RoomSessionOptions {
  role: Role;
  roomId: string;
  token: () => string;
  socket: RoomSocket;
  now?: () => number;
  /** The computer's clock in milliseconds, as the audio worklet reads it. */
  wallNow?: () => number;
  createConnection?: (iceServers: IceServers) => RTCPeerConnection;
  startCapture?: typeof startAudioCapture;
}

/** Create one per visit to a room; `leave` closes it permanently. */
export class RoomSession {
  readonly role: Role;
  private readonly now: () => number;
  private readonly wallNow: () => number;
  private readonly clock = new RoomClock();
  private droppedTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly startCapture: typeof startAudioCapture;
  private readonly signaling: Signaling;
  private readonly peer: PeerLink;
  private readonly listeners = new Set<() => void>();
  private state: RoomState = initialRoomState;
  private remoteStream: MediaStream | null = null;
  private localStream: MediaStream | null = null;
  private iceServers: IceServers = [];
  private uplink: AudioUplink | null = null;
  private capture: Promise<AudioCapture | null> | null = null;
  private audioStreamId = crypto.randomUUID();
  private isTranscriptionOn = true;
  private isClosed = false;

  constructor(options: RoomSessionOptions) {
    this.role = options.role;
    this.now = options.now ?? (() => performance.now());
    this.wallNow = options.wallNow ?? (() => Date.now());
    this.startCapture = options.startCapture ?? startAudioCapture;
    const createConnection = options.createConnection ?? openConnection;
    this.peer = new PeerLink({
      polite: options.role === "candidate",
      createConnection: () => createConnection(this.iceServers),
      sendDescription: (description) => {
        this.signaling.sendDescription(description);
      },
      sendIceCandidate: (candidate) => {
        this.signaling.sendIceCandidate(candidate);
      },
      onRemoteStream: (stream) => {
        this.remoteStream = stream;
        this.notify();
      },
      onStatus: (status) => {
        this.dispatch({ type: "peer-changed", status });
      },
      isDroppingSound: () => this.state.isDroppingSound,
    });
    this.signaling = this.createSignaling(options);
  }

  /** For `useSyncExternalStore`; snapshots are immutable. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getState = (): RoomState => this.state;
  readonly getRemoteStream = (): MediaStream | null => this.remoteStream;
  readonly getElapsedSeconds = (): number | null => elapsedSecondsAt(this.state, this.now());

  connect(): void {
    this.signaling.connect();
  }

  /** Tries at once to get back into the room. */
  reconnect(): void {
    this.signaling.reconnect();
  }

  setLocalStream(stream: MediaStream | null): void {
    this.localStream = stream;
    this.peer.setLocalStream(stream);
    // Between two microphones the capture goes on with silence, so that no frame is lost or counted twice.
    if (this.capture !== null && stream !== null && this.hasMicrophone())
      void this.switchMicrophone(this.capture, stream);
    else this.syncCapture();
  }

  /** Administrators can keep their own microphone out of the transcript. */
  setTranscriptionOn(isOn: boolean): void {
    this.isTranscriptionOn = isOn;
    this.syncCapture();
  }

  dismissProblem(): void {
    this.dispatch({ type: "problem-dismissed" });
  }

  /** Frames (tenths of a second) captured but not yet received by the server. */
  getPendingFrames(): number {
    return this.uplink?.pendingFrames ?? 0;
  }

  /** Delivers the last audio, leaves the room and closes everything. */
  async leave(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.droppedTimer);
    await this.stopAudio();
    this.peer.close();
    await this.signaling.leave();
  }

  private createSignaling(options: RoomSessionOptions): Signaling {
    return new Signaling({
      socket: options.socket,
      roomId: options.roomId,
      role: options.role,
      token: options.token,
      audioStreamId: () => this.audioStreamId,
      lastSequence: () => lastContiguousSequence(this.state.transcript),
      handlers: {
        onStatus: (status) => {
          this.dispatch({ type: "connection-changed", status });
        },
        onJoined: (joined) => {
          this.onJoined(joined);
        },
        onLost: () => this.uplink?.close(),
        onRefused: (refusal) => {
          this.dispatch({
            type: "refused",
            problem: { message: refusal.message, code: refusal.code },
          });
        },
        onState: (state) => {
          this.setClock(state);
          this.dispatch({ type: "state-changed", state, atMs: this.now() });
          this.syncCapture();
        },
        onTranscript: (update) => {
          this.dispatch({ type: "transcript-updated", update });
        },
        onTranscriptReset: (lines) => {
          this.dispatch({ type: "transcript-reset", lines });
        },
        onSuggestions: (suggestions) => {
          this.dispatch({ type: "questions-suggested", suggestions });
        },
        onGap: (gap, isNew) => {
          this.dispatch({ type: "gap-found", gap });
          if (isNew) this.reportDroppedSound(gap);
        },
        onParticipantJoined: (role) => {
          this.dispatch({ type: "participant-joined", role });
          if (role !== this.role) this.peer.onPeerJoined();
        },
        onParticipantLeft: (role) => {
          this.dispatch({ type: "participant-left", role });
          if (role !== this.role) this.peer.onPeerLeft();
        },
        onParticipants: (participants) => {
          this.dispatch({ type: "participants-known", participants });
          if (participants.includes(otherRole(this.role))) this.peer.onPeerJoined();
        },
        onDescription: (description) => void this.peer.receiveDescription(description),
        onIceCandidate: (candidate) => void this.peer.receiveIceCandidate(candidate),
        onSessionRenewed: replaceSessionToken,
        onServerError: (problem) => {
          this.dispatch({ type: "server-error", problem });
          if (problem.code === "SEAT_TAKEN") void this.leave();
        },
      },
    });
  }

  private onJoined(joined: RoomJoined): void {
    this.iceServers = joined.iceServers;
    this.setClock(joined.state);
    this.dispatch({
      type: "joined",
      participants: joined.participants,
      state: joined.state,
      atMs: this.now(),
    });
    if (joined.participants.includes(otherRole(this.role))) this.peer.onPeerJoined();
    this.uplink?.open(joined.nextAudioSequence);
    this.syncCapture();
  }

  private setClock({ recording, elapsedSeconds }: InterviewState): void {
    if (recording) this.clock.update(elapsedSeconds, this.wallNow());
    else this.clock.reset();
  }

  private reportDroppedSound(gap: AudioGap): void {
    if (gap.role !== this.role || this.isClosed) return;
    this.dispatch({ type: "sound-dropped", isDropping: true });
    clearTimeout(this.droppedTimer);
    this.droppedTimer = setTimeout(() => {
      this.dispatch({ type: "sound-dropped", isDropping: false });
    }, DROPPED_NOTICE_MS);
  }

  /** Captures while the interview is being recorded and there is a microphone. */
  private syncCapture(): void {
    const isRecording = this.state.interview?.recording ?? false;
    const shouldCapture = isRecording && this.isTranscriptionOn && !this.isClosed;
    if (shouldCapture && this.capture === null && this.hasMicrophone()) this.startAudio();
    if (!shouldCapture && this.capture !== null) void this.stopAudio();
  }

  private hasMicrophone(): boolean {
    return (this.localStream?.getAudioTracks().length ?? 0) > 0;
  }

  private startAudio(): void {
    if (this.localStream === null) return;
    const streamId = this.audioStreamId;
    const uplink = new AudioUplink({
      send: (sequence, frame) => this.signaling.sendFrame(streamId, sequence, frame),
      onStall: () => {
        setTimeout(() => {
          if (this.uplink === uplink && this.state.connection === "connected") uplink.open(null);
        }, AUDIO_RETRY_MS);
      },
    });
    this.uplink = uplink;
    uplink.open(0);
    this.capture = this.startCapture(
      this.localStream,
      ({ pcm, capturedAtMs }) => uplink.push(pcm, this.clock.toInterviewSeconds(capturedAtMs)),
      (isSuspended) => this.dispatch({ type: "audio-suspended", isSuspended }),
    ).catch(() => {
      this.reportFailedTranscription();
      return null;
    });
  }

  private async switchMicrophone(
    capturing: Promise<AudioCapture | null>,
    stream: MediaStream,
  ): Promise<void> {
    const capture = await capturing;
    if (capturing !== this.capture || stream !== this.localStream) return;
    if (capture === null) {
      await this.stopAudio();
      this.syncCapture();
      return;
    }
    try {
      capture.setStream(stream);
    } catch {
      this.reportFailedTranscription();
    }
  }

  private reportFailedTranscription(): void {
    this.dispatch({ type: "transcription-failed", timestamp: new Date().toISOString() });
  }

  private async stopAudio(): Promise<void> {
    const { capture, uplink } = this;
    if (capture === null || uplink === null) return;
    const streamId = this.audioStreamId;
    this.capture = null;
    await (await capture)?.stop();
    await Promise.race([uplink.drained(), wait(DRAIN_WAIT_MS)]);
    this.signaling.stopAudio(streamId);
    if (this.uplink === uplink) this.uplink = null;
    // The next capture is a new stream, whose frames count from 0 again.
    this.audioStreamId = crypto.randomUUID();
  }

  private dispatch(action: RoomAction): void {
    const next = reduceRoom(this.state, action);
    if (next === this.state) return;
    this.state = next;
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
