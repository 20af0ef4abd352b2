/** Detection of gaps in captured audio, from the wall clock. */

/** Shorter pauses between two calls come from the scheduler, not from the audio. */
const TOLERATED_MS = 2_000;
/** Longer ones mean that the clock was set, or that the interview was abandoned. */
const MAX_GAP_MS = 4 * 60 * 60_000;

/**
 * Notices when capture stopped for a while (a sleeping laptop, a phone call), so that what is said afterwards
 * keeps its place in time.
 */
export class GapMeter {
  private readonly rate: number;
  private lastAtMs: number | null = null;

  /** Samples per second. */
  constructor(rate: number) {
    this.rate = rate;
  }

  /** Records that audio arrived at `nowMs`; returns the number of samples missing before it. */
  record(nowMs: number): number {
    const pauseMs = this.lastAtMs === null ? 0 : nowMs - this.lastAtMs;
    this.lastAtMs = nowMs;
    const isGap = pauseMs > TOLERATED_MS && pauseMs < MAX_GAP_MS;
    return isGap ? Math.round((pauseMs / 1000) * this.rate) : 0;
  }
}
