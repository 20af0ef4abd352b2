/** Video connection to the other participant: WebRTC with perfect negotiation. */
import type { IceCandidate, SessionDescription } from "./protocol";
import type { PeerStatus } from "./room-state";
import { throttleVideo } from "./video-throttle";

/** Delay between both being in the room and the recruiter's first offer. */
export const FIRST_OFFER_DELAY_MS = 2_000;
/** The same, if the two have seen each other before: one of them is looking at a frozen picture. */
export const RETURN_OFFER_DELAY_MS = 300;
/** A connection that is `disconnected` for this long is renegotiated. */
export const ICE_RESTART_DELAY_MS = 2_000;
/** The recruiter starts over on a new connection that is not up after this long, later after twice as long. */
export const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECT_TIMEOUT_MS = 40_000;

type Cancel = () => void;

export interface PeerLinkOptions {
  /** The polite side (the candidate) yields when two offers collide; the impolite side makes the first offer. */
  polite: boolean;
  createConnection: () => RTCPeerConnection;
  sendDescription: (description: SessionDescription) => void;
  sendIceCandidate: (candidate: IceCandidate | null) => void;
  onRemoteStream: (stream: MediaStream | null) => void;
  onStatus: (status: PeerStatus) => void;
  /** Sound of this side is being lost, so less video should be sent. */
  isDroppingSound?: () => boolean;
  /** Runs a task later; returns a function that cancels it. */
  schedule?: (task: () => void, ms: number) => Cancel;
}

/**
 * Perfect negotiation over one RTCPeerConnection at a time.
 *
 * A peer that comes back (a reloaded page) has a new certificate, which the old connection does not accept, so its
 * offer is answered by a new connection.
 *
 * An offer or answer can be lost with the socket that carried it. The impolite side would then wait for its answer and
 * ignore every offer of the other side, so it starts over until the connection is up.
 */
export class PeerLink {
  private readonly options: PeerLinkOptions;
  private readonly schedule: (task: () => void, ms: number) => Cancel;
  private connection: RTCPeerConnection | null = null;
  private localStream: MediaStream | null = null;
  private mayOffer = false;
  private wasConnected = false;
  private isIgnoringOffer = false;
  private cancelFirstOffer: Cancel | null = null;
  private cancelRestart: Cancel | null = null;
  private cancelStartOver: Cancel | null = null;
  private connectTimeoutMs = CONNECT_TIMEOUT_MS;
  private stopThrottling: Cancel | null = null;
  /** Negotiation steps run one at a time, in order, so that an incoming offer sees one being made as pending. */
  private work: Promise<void> = Promise.resolve();

  constructor(options: PeerLinkOptions) {
    this.options = options;
    this.schedule = options.schedule ?? defaultSchedule;
  }

  /** Sets the tracks to send. Replaces those of an earlier stream without renegotiation where possible. */
  setLocalStream(stream: MediaStream | null): void {
    this.localStream = stream;
    if (this.connection !== null) this.attachTracks(this.connection);
  }

  /** Both are in the room: the impolite side makes its first offer after a delay, on a new connection. */
  onPeerJoined(): void {
    this.cancelFirstOffer?.();
    if (this.options.polite) return;
    this.unwatch();
    this.connectTimeoutMs = CONNECT_TIMEOUT_MS;
    this.cancelFirstOffer = this.schedule(
      () => {
        this.cancelFirstOffer = null;
        this.startOver();
      },
      this.wasConnected ? RETURN_OFFER_DELAY_MS : FIRST_OFFER_DELAY_MS,
    );
  }

  /** The other participant left: closes the connection and clears the video. */
  onPeerLeft(): void {
    this.close();
  }

  receiveDescription(description: SessionDescription): Promise<void> {
    return this.enqueue(() => this.applyDescription(description));
  }

  receiveIceCandidate(candidate: IceCandidate | null): Promise<void> {
    return this.enqueue(async () => {
      // Candidates of an ignored offer cannot be used.
      if (this.connection === null || candidate === null || this.isIgnoringOffer) return;
      await this.connection.addIceCandidate(candidate);
    });
  }

  close(): void {
    this.cancelFirstOffer?.();
    this.cancelFirstOffer = null;
    this.dropConnection();
    this.options.onRemoteStream(null);
    this.options.onStatus("idle");
  }

  private startOver(): void {
    const connection = this.open();
    this.mayOffer = true;
    void this.enqueue(() => this.makeOffer(connection));
  }

  private open(): RTCPeerConnection {
    this.dropConnection();
    const connection = this.options.createConnection();
    this.connection = connection;
    this.options.onStatus("connecting");
    connection.ontrack = ({ streams, track }) => {
      if (connection !== this.connection) return;
      this.options.onRemoteStream(streams[0] ?? new MediaStream([track]));
    };
    connection.onicecandidate = ({ candidate }) => {
      if (connection === this.connection && candidate !== null)
        this.options.sendIceCandidate(candidate.toJSON());
    };
    connection.onnegotiationneeded = () => {
      if (connection === this.connection && this.mayOffer)
        void this.enqueue(() => this.makeOffer(connection));
    };
    connection.onconnectionstatechange = () => {
      if (connection === this.connection) this.onConnectionStateChange(connection);
    };
    this.attachTracks(connection);
    this.watch();
    return connection;
  }

  /** Starts over if the connection is not up in time. Only the impolite side does, so that both never do at once. */
  private watch(): void {
    if (this.options.polite || this.cancelStartOver !== null) return;
    this.cancelStartOver = this.schedule(() => {
      this.cancelStartOver = null;
      this.connectTimeoutMs = Math.min(2 * this.connectTimeoutMs, MAX_CONNECT_TIMEOUT_MS);
      this.startOver();
    }, this.connectTimeoutMs);
  }

  private unwatch(): void {
    this.cancelStartOver?.();
    this.cancelStartOver = null;
  }

  private dropConnection(): void {
    this.cancelRestart?.();
    this.cancelRestart = null;
    this.unwatch();
    this.stopThrottling?.();
    this.stopThrottling = null;
    this.mayOffer = false;
    this.isIgnoringOffer = false;
    const connection = this.connection;
    this.connection = null;
    connection?.close();
  }

  private onConnectionStateChange(connection: RTCPeerConnection): void {
    this.cancelRestart?.();
    this.cancelRestart = null;
    switch (connection.connectionState) {
      case "connected":
        this.wasConnected = true;
        this.unwatch();
        this.connectTimeoutMs = CONNECT_TIMEOUT_MS;
        this.options.onStatus("connected");
        this.stopThrottling ??= throttleVideo(
          connection,
          this.options.isDroppingSound ?? (() => false),
        );
        break;
      case "disconnected":
        this.options.onStatus("disconnected");
        this.watch();
        this.cancelRestart = this.schedule(() => {
          this.restart(connection);
        }, ICE_RESTART_DELAY_MS);
        break;
      case "failed":
        this.options.onStatus("failed");
        this.watch();
        this.restart(connection);
        break;
      case "new":
      case "connecting":
        this.options.onStatus("connecting");
        break;
      case "closed":
        break;
      default:
        // A state that later versions of WebRTC may add is shown as it is.
        this.options.onStatus(connection.connectionState);
    }
  }

  private restart(connection: RTCPeerConnection): void {
    if (connection === this.connection) connection.restartIce();
  }

  private async makeOffer(connection: RTCPeerConnection): Promise<void> {
    if (connection !== this.connection || !this.mayOffer || connection.signalingState !== "stable")
      return;
    await connection.setLocalDescription();
    if (connection === this.connection && connection.localDescription !== null) {
      this.options.sendDescription(toSessionDescription(connection.localDescription));
    }
  }

  private async applyDescription(description: SessionDescription): Promise<void> {
    if (description.type === "offer") await this.acceptOffer(description);
    else await this.acceptAnswer(description);
  }

  private async acceptOffer(offer: SessionDescription): Promise<void> {
    const collides = this.connection !== null && this.connection.signalingState !== "stable";
    this.isIgnoringOffer = !this.options.polite && collides;
    if (this.isIgnoringOffer) return;
    const connection =
      this.connection !== null && this.isSamePeer(this.connection, offer)
        ? this.connection
        : this.open();
    // If an offer is pending here, setRemoteDescription rolls it back automatically.
    await connection.setRemoteDescription(offer);
    this.mayOffer = true;
    await connection.setLocalDescription();
    if (connection === this.connection && connection.localDescription !== null) {
      this.options.sendDescription(toSessionDescription(connection.localDescription));
    }
  }

  private async acceptAnswer(answer: SessionDescription): Promise<void> {
    // Ignore an answer to an offer that was rolled back or belongs to an earlier connection.
    if (this.connection?.signalingState !== "have-local-offer") return;
    this.isIgnoringOffer = false;
    await this.connection.setRemoteDescription(answer);
  }

  private isSamePeer(connection: RTCPeerConnection, offer: SessionDescription): boolean {
    const known = connection.remoteDescription;
    return known === null || findFingerprint(known.sdp) === findFingerprint(offer.sdp ?? "");
  }

  private attachTracks(connection: RTCPeerConnection): void {
    const tracks = this.localStream?.getTracks() ?? [];
    const senders = connection.getSenders();
    for (const track of tracks) {
      const sender = senders.find((other) => other.track?.kind === track.kind);
      if (sender === undefined)
        connection.addTrack(track, ...(this.localStream === null ? [] : [this.localStream]));
      else if (sender.track !== track) void sender.replaceTrack(track);
    }
    // Without an own camera or microphone, still receive the other side.
    for (const kind of ["audio", "video"] as const) {
      const isCovered =
        tracks.some((track) => track.kind === kind) ||
        connection
          .getTransceivers()
          .some((transceiver) => transceiver.receiver.track.kind === kind);
      if (!isCovered && !this.options.polite)
        connection.addTransceiver(kind, { direction: "recvonly" });
    }
  }

  private enqueue(task: () => Promise<void>): Promise<void> {
    // A failed step (a connection closed in the meantime) must not block later ones; an ICE restart repairs the connection.
    this.work = this.work.then(task).catch(() => undefined);
    return this.work;
  }
}

function toSessionDescription(description: RTCSessionDescription): SessionDescription {
  return { type: description.type, sdp: description.sdp };
}

/** Fingerprint of the DTLS certificate, which is new for each RTCPeerConnection of the other side. */
function findFingerprint(sdp: string): string | null {
  return /^a=fingerprint:(.+)$/m.exec(sdp)?.[1]?.trim() ?? null;
}

function defaultSchedule(task: () => void, ms: number): Cancel {
  const timer = setTimeout(task, ms);
  return () => {
    clearTimeout(timer);
  };
}
