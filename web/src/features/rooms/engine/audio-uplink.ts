/** Delivery of audio frames to the server: numbered, paced, and sent again until acknowledged. */
import { FRAME_BYTES, FRAMES_PER_SECOND } from "./audio-format";
import type { FrameReceived } from "./protocol";

/** A frame as it is sent. */
export interface UplinkFrame {
  readonly pcm: ArrayBuffer;
  /** When its last sample was recorded, since the interview's start; null if that is not known. */
  readonly capturedSeconds: number | null;
  /** Silence in the place of audio that could not be kept. */
  readonly isLost: boolean;
}

const WINDOW_FRAMES = 50;
const BUFFER_FRAMES = 10 * 60 * FRAMES_PER_SECOND;
/** Catch-up rate after a burst. The server disconnects a socket that sends more than 100 events a second. */
const PACE_FRAMES_PER_SECOND = 60;
const PACE_BURST_FRAMES = 500;
const PACE_PAUSE_MS = 100;

export interface AudioUplinkOptions {
  /** Sends one frame and resolves with the server's acknowledgment; rejects if none arrives. */
  send: (sequence: number, frame: UplinkFrame) => Promise<FrameReceived>;
  /** Maximum number of frames in flight. */
  windowFrames?: number;
  /** Frames kept for sending again. Older ones become silence, so that the timeline stays intact. */
  bufferFrames?: number;
  /** Called when a frame was refused or not acknowledged while the connection is open. */
  onStall?: (error: unknown) => void;
  /** A monotonic clock in milliseconds, and a timer. */
  now?: () => number;
  schedule?: (task: () => void, ms: number) => unknown;
}

/**
 * Delivers audio frames at least once, in order, over an unreliable connection.
 *
 * Frames are numbered from 0. The server acknowledges with two marks: `nextSequence`, the next frame it expects, and
 * `safeSequence`, before which everything is stored as text and may be discarded. Until then a frame is kept, so
 * that a server that was killed can ask for it again.
 */
export class AudioUplink {
  private readonly send: AudioUplinkOptions["send"];
  private readonly windowFrames: number;
  private readonly bufferFrames: number;
  private readonly onStall: (error: unknown) => void;
  private readonly now: () => number;
  private readonly schedule: (task: () => void, ms: number) => unknown;

  private readonly frames = new Map<number, UplinkFrame>();
  /** Frames overwritten before the server had them. */
  private readonly lost = new Set<number>();
  private firstKept = 0;
  private captured = 0;
  private nextToSend = 0;
  private inFlight = 0;
  private acknowledged = 0;
  private isOpen = false;
  /** Incremented whenever sending starts over: acknowledgments of an earlier round do not apply to this one. */
  private round = 0;
  private overwritten = 0;
  private pace = PACE_BURST_FRAMES;
  private paceAtMs: number;
  private isPausing = false;
  private drainWaiters: (() => void)[] = [];

  constructor(options: AudioUplinkOptions) {
    this.send = options.send;
    this.windowFrames = options.windowFrames ?? WINDOW_FRAMES;
    this.bufferFrames = options.bufferFrames ?? BUFFER_FRAMES;
    this.onStall = options.onStall ?? (() => undefined);
    this.now = options.now ?? (() => performance.now());
    this.schedule = options.schedule ?? ((task, ms) => setTimeout(task, ms));
    this.paceAtMs = this.now();
  }

  /** Frames kept because the server could still ask for them. */
  get keptFrames(): number {
    return this.frames.size;
  }

  /** Frames replaced by silence because the server was unreachable for longer than the buffer lasts. */
  get lostFrames(): number {
    return this.overwritten;
  }

  /** Frames captured but not yet received by the server. */
  get pendingFrames(): number {
    return this.captured - this.acknowledged;
  }

  /** Takes one captured frame and returns its sequence number. */
  push(pcm: ArrayBuffer, capturedSeconds: number | null = null): number {
    if (pcm.byteLength !== FRAME_BYTES) {
      throw new RangeError(
        `An audio frame has ${String(FRAME_BYTES)} bytes, not ${String(pcm.byteLength)}.`,
      );
    }
    const sequence = this.captured;
    this.captured += 1;
    this.frames.set(sequence, { pcm, capturedSeconds, isLost: false });
    if (this.frames.size > this.bufferFrames) this.overwriteOldest();
    this.pump();
    return sequence;
  }

  /** Starts sending, from `nextSequence` on, or from the oldest kept frame (null). */
  open(nextSequence: number | null): void {
    this.round += 1;
    this.inFlight = 0;
    this.isOpen = true;
    this.nextToSend = Math.min(nextSequence ?? this.firstKept, this.captured);
    this.acknowledged = Math.min(this.nextToSend, this.captured);
    this.pump();
  }

  /** Stops sending; frames are only kept until `open`. */
  close(): void {
    this.round += 1;
    this.inFlight = 0;
    this.isOpen = false;
  }

  /** Resolves once the server has received every frame captured so far. */
  drained(): Promise<void> {
    if (this.pendingFrames === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.drainWaiters.push(resolve);
    });
  }

  private pump(): void {
    while (this.isOpen && this.inFlight < this.windowFrames && this.nextToSend < this.captured) {
      if (!this.takePace()) {
        this.pumpLater();
        return;
      }
      const sequence = this.nextToSend;
      this.nextToSend += 1;
      this.inFlight += 1;
      void this.deliver(sequence, this.round);
    }
  }

  private takePace(): boolean {
    const nowMs = this.now();
    const earned = ((nowMs - this.paceAtMs) / 1000) * PACE_FRAMES_PER_SECOND;
    this.pace = Math.min(PACE_BURST_FRAMES, this.pace + earned);
    this.paceAtMs = nowMs;
    if (this.pace < 1) return false;
    this.pace -= 1;
    return true;
  }

  private pumpLater(): void {
    if (this.isPausing) return;
    this.isPausing = true;
    this.schedule(() => {
      this.isPausing = false;
      this.pump();
    }, PACE_PAUSE_MS);
  }

  private async deliver(sequence: number, round: number): Promise<void> {
    let received: FrameReceived;
    try {
      received = await this.send(
        sequence,
        this.frames.get(sequence) ?? {
          pcm: new ArrayBuffer(FRAME_BYTES),
          capturedSeconds: null,
          isLost: this.lost.has(sequence),
        },
      );
    } catch (error) {
      if (round !== this.round) return;
      // The caller decides when to open again; retrying at once would not help.
      this.close();
      this.onStall(error);
      return;
    }
    this.discardBefore(received.safeSequence);
    if (round !== this.round) return;
    this.inFlight -= 1;
    this.acknowledged = Math.max(this.acknowledged, Math.min(received.nextSequence, this.captured));
    if (received.nextSequence <= sequence) {
      // The server is missing an earlier frame: go back to it.
      this.open(received.nextSequence);
      return;
    }
    this.pump();
    if (this.pendingFrames === 0) {
      for (const waiter of this.drainWaiters.splice(0)) waiter();
    }
  }

  private discardBefore(safeSequence: number): void {
    const end = Math.min(safeSequence, this.captured);
    for (let sequence = this.firstKept; sequence < end; sequence += 1) this.frames.delete(sequence);
    for (const sequence of this.lost) if (sequence < safeSequence) this.lost.delete(sequence);
    this.firstKept = Math.max(this.firstKept, end);
  }

  private overwriteOldest(): void {
    this.frames.delete(this.firstKept);
    if (this.firstKept >= this.acknowledged) {
      this.overwritten += 1;
      this.lost.add(this.firstKept);
    }
    this.firstKept += 1;
  }
}
