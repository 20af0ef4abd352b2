import type { FrameAck } from "./protocol";

/** 100 ms at 16 kHz, mono, 16-bit little-endian. */
export const FRAME_SAMPLES = 1600;
export const FRAME_BYTES = FRAME_SAMPLES * 2;
export const FRAMES_PER_SECOND = 10;

const WINDOW_FRAMES = 50;
const BUFFER_FRAMES = 10 * 60 * FRAMES_PER_SECOND;
/** Catching up goes at most this fast after a burst: the server hangs up on a socket that sends above 100 a second. */
const PACE_FRAMES_PER_SECOND = 60;
const PACE_BURST_FRAMES = 500;
const PACE_PAUSE_MS = 100;

export interface AudioUplinkOptions {
  /** Sends one frame and resolves with the server's acknowledgement; rejects when it did not come. */
  send: (sequence: number, pcm: ArrayBuffer) => Promise<FrameAck>;
  /** Frames that may be on their way at once. */
  windowFrames?: number;
  /** Frames kept for sending again; older ones become silence, so that the timeline holds. */
  bufferFrames?: number;
  /** Told when a frame was refused or not acknowledged while the line is open. */
  onStall?: (error: unknown) => void;
  /** A monotonic clock in milliseconds, and a timer. */
  now?: () => number;
  schedule?: (task: () => void, ms: number) => unknown;
}

/**
 * Delivers audio frames at least once, in order, over a line that comes and goes.
 *
 * Frames are numbered from 0. The server acknowledges with two marks: `nextSequence`, the next frame it wants, and
 * `safeSequence`, below which everything is stored as text and may be forgotten here. Until then a frame is kept, so
 * that a server that was killed can ask for it again.
 */
export class AudioUplink {
  private readonly send: AudioUplinkOptions["send"];
  private readonly windowFrames: number;
  private readonly bufferFrames: number;
  private readonly onStall: (error: unknown) => void;
  private readonly now: () => number;
  private readonly schedule: (task: () => void, ms: number) => unknown;

  private readonly frames = new Map<number, ArrayBuffer>();
  private firstKept = 0;
  private captured = 0;
  private nextToSend = 0;
  private inFlight = 0;
  private acknowledged = 0;
  private isOpen = false;
  /** Grows whenever sending starts over: acknowledgements of an earlier round say nothing about this one. */
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

  /** Frames kept here because the server could still ask for them. */
  get keptFrames(): number {
    return this.frames.size;
  }

  /** Frames that were overwritten by silence because the server was away for longer than the buffer lasts. */
  get lostFrames(): number {
    return this.overwritten;
  }

  /** Frames captured and not yet received by the server. */
  get pendingFrames(): number {
    return this.captured - this.acknowledged;
  }

  /** Takes one captured frame of exactly 3,200 bytes; returns its sequence number. */
  push(pcm: ArrayBuffer): number {
    if (pcm.byteLength !== FRAME_BYTES) {
      throw new RangeError(
        `An audio frame has ${String(FRAME_BYTES)} bytes, not ${String(pcm.byteLength)}.`,
      );
    }
    const sequence = this.captured;
    this.captured += 1;
    this.frames.set(sequence, pcm);
    if (this.frames.size > this.bufferFrames) this.overwriteOldest();
    this.pump();
    return sequence;
  }

  /** The line is open (again); the server wants frames from `nextSequence` on, or has no opinion (null). */
  open(nextSequence: number | null): void {
    this.round += 1;
    this.inFlight = 0;
    this.isOpen = true;
    this.nextToSend = Math.min(nextSequence ?? this.firstKept, this.captured);
    this.acknowledged = Math.min(this.nextToSend, this.captured);
    this.pump();
  }

  /** The line is gone: frames are only kept until `open`. */
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
    let ack: FrameAck;
    try {
      ack = await this.send(sequence, this.frames.get(sequence) ?? new ArrayBuffer(FRAME_BYTES));
    } catch (error) {
      if (round !== this.round) return;
      // The caller opens the line again when it thinks fit; hammering on would not help.
      this.close();
      this.onStall(error);
      return;
    }
    this.forgetBelow(ack.safeSequence);
    if (round !== this.round) return;
    this.inFlight -= 1;
    this.acknowledged = Math.max(this.acknowledged, Math.min(ack.nextSequence, this.captured));
    if (ack.nextSequence <= sequence) {
      // The server misses an earlier frame: go back to it.
      this.open(ack.nextSequence);
      return;
    }
    this.pump();
    if (this.pendingFrames === 0) {
      for (const waiter of this.drainWaiters.splice(0)) waiter();
    }
  }

  private forgetBelow(safeSequence: number): void {
    const end = Math.min(safeSequence, this.captured);
    for (let sequence = this.firstKept; sequence < end; sequence += 1) this.frames.delete(sequence);
    this.firstKept = Math.max(this.firstKept, end);
  }

  private overwriteOldest(): void {
    this.frames.delete(this.firstKept);
    if (this.firstKept >= this.acknowledged) this.overwritten += 1;
    this.firstKept += 1;
  }
}
