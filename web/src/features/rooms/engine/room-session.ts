import { startAudioCapture, type AudioCapture } from "./audio-capture";
import { AudioUplink } from "./audio-uplink";
import { PeerLink } from "./peer-link";
import { otherRole, type IceServers, type JoinAck, type Role } from "./protocol";
import {
  elapsedSecondsAt,
  initialRoomState,
  reduceRoom,
  type RoomAction,
  type RoomState,
} from "./room-state";
import { Signalling, type RoomSocket } from "./signalling";
import { lastContiguousSequence } from "./transcript";

/** After a refused or unanswered frame. */
const AUDIO_RETRY_MS = 2_000;
/** What leaving may wait for the last frames; the server keeps what it has received. */
const DRAIN_WAIT_MS = 2_000;

export interface RoomSessionOptions {
  role: Role;
  roomId: string;
  token: () => string;
  socket: RoomSocket;
  now?: () => number;
  createConnection?: (iceServers: IceServers) => RTCPeerConnection;
  startCapture?: typeof startAudioCapture;
}

/** One side's presence in a room: owns the socket, the video line, the audio line and the state they lead to. */
export class RoomSession {
  readonly role: Role;
  private readonly now: () => number;
  private readonly startCapture: typeof startAudioCapture;
  private readonly signalling: Signalling;
  private readonly peer: PeerLink;
  private readonly listeners = new Set<() => void>();
  private state: RoomState = initialRoomState;
  private remoteStream: MediaStream | null = null;
  private localStream: MediaStream | null = null;
  private iceServers: IceServers = [];
  private uplink: AudioUplink | null = null;
  private capture: Promise<AudioCapture | null> | null = null;
  private audioStreamId = crypto.randomUUID();
  private isClosed = false;

  constructor(options: RoomSessionOptions) {
    this.role = options.role;
    this.now = options.now ?? (() => performance.now());
    this.startCapture = options.startCapture ?? startAudioCapture;
    const createConnection = options.createConnection ?? openConnection;
    this.peer = new PeerLink({
      polite: options.role === "candidate",
      createConnection: () => createConnection(this.iceServers),
      sendDescription: (description) => {
        this.signalling.sendDescription(description);
      },
      sendIceCandidate: (candidate) => {
        this.signalling.sendIceCandidate(candidate);
      },
      onRemoteStream: (stream) => {
        this.remoteStream = stream;
        this.notify();
      },
      onStatus: (status) => {
        this.dispatch({ type: "peer-changed", status });
      },
    });
    this.signalling = this.createSignalling(options);
  }

  /** For `useSyncExternalStore`; the snapshots are immutable. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getState = (): RoomState => this.state;
  readonly getRemoteStream = (): MediaStream | null => this.remoteStream;
  readonly getElapsedSeconds = (): number | null => elapsedSecondsAt(this.state, this.now());

  connect(): void {
    this.signalling.connect();
  }

  setLocalStream(stream: MediaStream | null): void {
    this.localStream = stream;
    this.peer.setLocalStream(stream);
    this.followTranscribing();
  }

  dismissProblem(): void {
    this.dispatch({ type: "problem-dismissed" });
  }

  /** Frames captured and not yet received by the server, in tenths of a second. */
  getPendingFrames(): number {
    return this.uplink?.pendingFrames ?? 0;
  }

  /** Hands over the last audio, says good-bye and closes everything. */
  async leave(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.stopAudio();
    this.peer.close();
    await this.signalling.leave();
  }

  private createSignalling(options: RoomSessionOptions): Signalling {
    return new Signalling({
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
        onJoined: (ack) => {
          this.enter(ack);
        },
        onLost: () => this.uplink?.close(),
        onRefused: (refusal) => {
          this.dispatch({
            type: "refused",
            problem: { message: refusal.message, code: refusal.code },
          });
        },
        onState: (state) => {
          this.dispatch({ type: "state-changed", state, atMs: this.now() });
          this.followTranscribing();
        },
        onTranscript: (update) => {
          this.dispatch({ type: "transcript-updated", update });
        },
        onParticipantJoined: (role) => {
          this.dispatch({ type: "participant-joined", role });
          if (role !== this.role) this.peer.partnerArrived();
        },
        onParticipantLeft: (role) => {
          this.dispatch({ type: "participant-left", role });
          if (role !== this.role) this.peer.partnerLeft();
        },
        onParticipants: (participants) => {
          this.dispatch({ type: "participants-known", participants });
          if (participants.includes(otherRole(this.role))) this.peer.partnerArrived();
        },
        onDescription: (description) => void this.peer.receiveDescription(description),
        onIceCandidate: (candidate) => void this.peer.receiveIceCandidate(candidate),
        onServerError: (problem) => {
          this.dispatch({ type: "server-error", problem });
          if (problem.code === "SEAT_TAKEN") void this.leave();
        },
      },
    });
  }

  private enter(ack: JoinAck): void {
    this.iceServers = ack.iceServers ?? [];
    this.dispatch({
      type: "joined",
      participants: ack.participants,
      state: ack.state,
      atMs: this.now(),
    });
    if (ack.participants.includes(otherRole(this.role))) this.peer.partnerArrived();
    this.uplink?.open(ack.nextAudioSequence ?? null);
    this.followTranscribing();
  }

  /** Capture runs exactly while the interview is being transcribed and there is a microphone. */
  private followTranscribing(): void {
    const isWanted = (this.state.interview?.recording ?? false) && !this.isClosed;
    if (isWanted && this.capture === null && this.hasMicrophone()) this.startAudio();
    if (!isWanted && this.capture !== null) void this.stopAudio();
  }

  private hasMicrophone(): boolean {
    return (this.localStream?.getAudioTracks().length ?? 0) > 0;
  }

  private startAudio(): void {
    if (this.localStream === null) return;
    const streamId = this.audioStreamId;
    const uplink = new AudioUplink({
      send: (sequence, pcm) => this.signalling.sendFrame(streamId, sequence, pcm),
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
      (pcm) => uplink.push(pcm),
      (isHeldBack) => this.dispatch({ type: "audio-held-back", isHeldBack }),
    ).catch(() => {
      this.dispatch({ type: "transcription-failed", timestamp: new Date().toISOString() });
      return null;
    });
  }

  private async stopAudio(): Promise<void> {
    const { capture, uplink } = this;
    if (capture === null || uplink === null) return;
    const streamId = this.audioStreamId;
    this.capture = null;
    await (await capture)?.stop();
    await Promise.race([uplink.drained(), pause(DRAIN_WAIT_MS)]);
    this.signalling.stopAudio(streamId);
    if (this.uplink === uplink) this.uplink = null;
    // A capture that begins anew is a new stream: its frames count from 0 again.
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

function openConnection(iceServers: IceServers): RTCPeerConnection {
  return new RTCPeerConnection({
    iceServers: iceServers.map(({ urls, username, credential }) => ({
      urls,
      ...(typeof username === "string" ? { username } : {}),
      ...(typeof credential === "string" ? { credential } : {}),
    })),
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
