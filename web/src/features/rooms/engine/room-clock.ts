/** The interview's clock on this computer: converts capture times to seconds since the start. */

/** An estimate this much lower means that the computer's clock was set; smaller ones come from slow delivery. */
const CLOCK_SET_SECONDS = 5;

/**
 * Maps the computer's wall clock to the interview's. The wall clock continues while a laptop sleeps, and an audio
 * worklet has no other.
 */
export class RoomClock {
  private offsetSeconds: number | null = null;

  /** Takes the server's elapsed time, received at `wallMs`. Of several, the least delayed counts. */
  update(elapsedSeconds: number, wallMs: number): void {
    const estimate = elapsedSeconds - wallMs / 1000;
    const known = this.offsetSeconds;
    if (known === null || estimate > known || estimate < known - CLOCK_SET_SECONDS) {
      this.offsetSeconds = estimate;
    }
  }

  /** Seconds since the interview's start; null before the server has sent its time. */
  toInterviewSeconds(wallMs: number): number | null {
    return this.offsetSeconds === null ? null : wallMs / 1000 + this.offsetSeconds;
  }

  reset(): void {
    this.offsetSeconds = null;
  }
}
