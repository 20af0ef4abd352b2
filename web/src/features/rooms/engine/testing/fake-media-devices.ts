/** Fake camera, microphone and speakers: `navigator.mediaDevices` and its tracks. */

type Kind = "audio" | "video";
const KINDS = { audio: "audioinput", video: "videoinput" } as const;

export class FakeTrack extends EventTarget {
  enabled = true;
  muted = false;
  readyState: MediaStreamTrackState = "live";
  readonly kind: Kind;
  private readonly deviceId: string;

  constructor(kind: Kind, deviceId: string) {
    super();
    this.kind = kind;
    this.deviceId = deviceId;
  }

  getSettings(): MediaTrackSettings {
    return { deviceId: this.deviceId };
  }

  stop(): void {
    this.readyState = "ended";
  }

  /** Unplugs the device. */
  end(): void {
    this.readyState = "ended";
    this.dispatchEvent(new Event("ended"));
  }

  /** What the computer's sound settings do. */
  setMuted(isMuted: boolean): void {
    this.muted = isMuted;
    this.dispatchEvent(new Event(isMuted ? "mute" : "unmute"));
  }
}

export class FakeStream {
  private readonly tracks: FakeTrack[];

  constructor(tracks: FakeTrack[]) {
    this.tracks = tracks;
  }

  getTracks(): FakeTrack[] {
    return this.tracks;
  }

  getAudioTracks(): FakeTrack[] {
    return this.tracks.filter(({ kind }) => kind === "audio");
  }

  getVideoTracks(): FakeTrack[] {
    return this.tracks.filter(({ kind }) => kind === "video");
  }
}

export class FakeMediaDevices extends EventTarget {
  readonly opened: FakeStream[] = [];
  readonly requests: MediaStreamConstraints[] = [];
  /** What opening fails with, if it does. */
  failure: Error | null = null;
  /** Ids of devices that another program uses. */
  readonly taken = new Set<string>();
  /** Whether no camera can do what is asked of it. */
  isCameraUnsuitable = false;
  readonly devices: Pick<MediaDeviceInfo, "kind" | "deviceId" | "label">[];

  constructor(devices: Pick<MediaDeviceInfo, "kind" | "deviceId" | "label">[]) {
    super();
    this.devices = devices;
  }

  /** The stream that was opened last. */
  get current(): FakeStream {
    const stream = this.opened.at(-1);
    if (stream === undefined) throw new Error("no device was opened");
    return stream;
  }

  enumerateDevices = () => Promise.resolve(this.devices);

  readonly getUserMedia = (constraints: MediaStreamConstraints): Promise<FakeStream> => {
    this.requests.push(constraints);
    if (this.failure !== null) return Promise.reject(this.failure);
    if (this.isCameraUnsuitable && constraints.video)
      return Promise.reject(new DOMException("", "OverconstrainedError"));
    const kinds = (["audio", "video"] as const).filter((kind) => Boolean(constraints[kind]));
    const ids = kinds.map((kind) => this.choose(kind, constraints[kind]));
    if (ids.includes(null)) return Promise.reject(new DOMException("", "OverconstrainedError"));
    if (ids.some((id) => id !== null && this.taken.has(id)))
      return Promise.reject(new DOMException("", "NotReadableError"));
    const stream = new FakeStream(
      kinds.map((kind, index) => new FakeTrack(kind, ids[index] ?? "")),
    );
    this.opened.push(stream);
    return Promise.resolve(stream);
  };

  /** The required device, null if it is not there; else the first of its kind. */
  private choose(kind: Kind, constraints: MediaStreamConstraints[Kind]): string | null {
    const required = typeof constraints === "object" ? constraints.deviceId : undefined;
    const ids = this.devices.filter((one) => one.kind === KINDS[kind]).map((one) => one.deviceId);
    if (required === undefined) return ids[0] ?? "";
    const { exact } = required as { exact: string };
    return ids.find((id) => id === exact) ?? null;
  }
}

/** Three microphones, two cameras, two speakers. */
export function fakeDevices(): FakeMediaDevices {
  const make = (kind: MediaDeviceKind, deviceId: string, label: string) => ({
    kind,
    deviceId,
    label,
  });
  return new FakeMediaDevices([
    make("audioinput", "built-in", "Built-in microphone"),
    make("audioinput", "headset", "Headset"),
    make("audioinput", "desk", "Desk microphone"),
    make("videoinput", "lid", "Lid camera"),
    make("videoinput", "usb", "USB camera"),
    make("audiooutput", "default", "Default speakers"),
    make("audiooutput", "headset-out", "Headset"),
  ]);
}
