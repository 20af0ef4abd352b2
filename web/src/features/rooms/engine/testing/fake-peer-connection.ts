/** Fake RTCPeerConnection with the signaling states of the WebRTC specification that negotiation needs. */
export class FakePeerConnection {
  static created: FakePeerConnection[] = [];

  readonly name: string;
  signalingState: RTCSignalingState = "stable";
  connectionState: RTCPeerConnectionState = "new";
  localDescription: RTCSessionDescriptionInit | null = null;
  remoteDescription: RTCSessionDescriptionInit | null = null;
  restarts = 0;
  isClosed = false;
  readonly iceCandidates: unknown[] = [];
  readonly senders: {
    track: MediaStreamTrack | null;
    replaceTrack: (track: MediaStreamTrack) => Promise<void>;
  }[] = [];
  ontrack: ((event: { streams: MediaStream[]; track: MediaStreamTrack }) => void) | null = null;
  onicecandidate: ((event: { candidate: { toJSON: () => unknown } | null }) => void) | null = null;
  onnegotiationneeded: (() => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;

  constructor() {
    this.name = `peer-${String(FakePeerConnection.created.length)}`;
    FakePeerConnection.created.push(this);
  }

  setLocalDescription(): Promise<void> {
    const type = this.signalingState === "have-remote-offer" ? "answer" : "offer";
    this.localDescription = { type, sdp: `v=0\r\na=fingerprint:sha-256 ${this.name}\r\n` };
    this.signalingState = type === "offer" ? "have-local-offer" : "stable";
    return Promise.resolve();
  }

  setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    if (description.type === "answer" && this.signalingState !== "have-local-offer") {
      return Promise.reject(new Error("InvalidStateError"));
    }
    // An offer that arrives over a pending one rolls the pending one back, as specified.
    this.remoteDescription = description;
    this.signalingState = description.type === "offer" ? "have-remote-offer" : "stable";
    return Promise.resolve();
  }

  addIceCandidate(candidate: unknown): Promise<void> {
    this.iceCandidates.push(candidate);
    return Promise.resolve();
  }

  addTrack(track: MediaStreamTrack): void {
    this.senders.push({ track, replaceTrack: () => Promise.resolve() });
  }

  addTransceiver(kind: string): void {
    this.transceivers.push({ receiver: { track: { kind } } });
  }

  readonly transceivers: { receiver: { track: { kind: string } } }[] = [];

  getSenders(): unknown[] {
    return this.senders;
  }

  getTransceivers(): unknown[] {
    return this.transceivers;
  }

  restartIce(): void {
    this.restarts += 1;
    this.onnegotiationneeded?.();
  }

  become(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }

  close(): void {
    this.isClosed = true;
  }
}
