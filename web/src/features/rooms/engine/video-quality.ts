/** Quality of the sent video: reduced when the computer or network cannot keep up, so that sound comes first. */

export interface VideoStep {
  readonly scaleDownBy: number;
  readonly framesPerSecond: number;
  readonly bitsPerSecond: number;
}

/** From the best to the least. */
export const VIDEO_STEPS: readonly VideoStep[] = [
  { scaleDownBy: 1, framesPerSecond: 30, bitsPerSecond: 1_500_000 },
  { scaleDownBy: 1.5, framesPerSecond: 24, bitsPerSecond: 800_000 },
  { scaleDownBy: 2, framesPerSecond: 15, bitsPerSecond: 400_000 },
  { scaleDownBy: 4, framesPerSecond: 10, bitsPerSecond: 150_000 },
  { scaleDownBy: 4, framesPerSecond: 5, bitsPerSecond: 80_000 },
];

export interface VideoLoad {
  /** `qualityLimitationReason` of the browser's statistics. */
  readonly limitation: string;
  /** Mean time to encode a frame; null if none was encoded. */
  readonly encodeMs: number | null;
  /** Sound of this side was lost since the last measurement. */
  readonly isDroppingSound: boolean;
}

/** Share of the time between two frames that encoding may take. */
const MAX_ENCODE_SHARE = 0.6;
/** Measurements without a problem before the next better step is tried. */
const CALM_MEASUREMENTS = 8;

/** Chooses the step from one measurement to the next: down at once, up slowly. */
export class VideoQuality {
  private index = 0;
  private calm = 0;

  get step(): VideoStep {
    return VIDEO_STEPS[this.index] ?? { scaleDownBy: 4, framesPerSecond: 5, bitsPerSecond: 80_000 };
  }

  /** Takes a measurement; returns whether the step has changed. */
  measure(load: VideoLoad): boolean {
    if (this.isTooMuch(load)) {
      this.calm = 0;
      return this.move(1);
    }
    // The browser itself adapts to a narrow network; going up would only oscillate.
    this.calm = load.limitation === "bandwidth" ? 0 : this.calm + 1;
    if (this.calm < CALM_MEASUREMENTS) return false;
    this.calm = 0;
    return this.move(-1);
  }

  private isTooMuch({ limitation, encodeMs, isDroppingSound }: VideoLoad): boolean {
    const budgetMs = (1000 / this.step.framesPerSecond) * MAX_ENCODE_SHARE;
    return isDroppingSound || limitation === "cpu" || (encodeMs !== null && encodeMs > budgetMs);
  }

  private move(by: number): boolean {
    const next = Math.max(0, Math.min(VIDEO_STEPS.length - 1, this.index + by));
    if (next === this.index) return false;
    this.index = next;
    return true;
  }
}
