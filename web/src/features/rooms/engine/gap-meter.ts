/** Shorter pauses between two calls are the scheduler's, not a pause of the sound. */
const TOLERATED_MS = 2_000;
/** Longer ones are a clock that was set, or an interview that nobody went on with. */
const LONGEST_MS = 4 * 60 * 60_000;

/**
 * Notices when the audio stood still (a laptop that slept, a telephone call): what is said afterwards must not slide
 * back to where the sound stopped.
 */
export class GapMeter {
  private readonly rate: number;
  private lastAtMs: number | null = null;

  /** Samples per second. */
  constructor(rate: number) {
    this.rate = rate;
  }

  /** Notes that sound came at `nowMs`; gives the samples that are missing before it. */
  note(nowMs: number): number {
    const pauseMs = this.lastAtMs === null ? 0 : nowMs - this.lastAtMs;
    this.lastAtMs = nowMs;
    const isGap = pauseMs > TOLERATED_MS && pauseMs < LONGEST_MS;
    return isGap ? Math.round((pauseMs / 1000) * this.rate) : 0;
  }
}
