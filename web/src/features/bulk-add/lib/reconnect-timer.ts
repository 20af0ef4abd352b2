/** Back-off timer for reaching the server again. */
/** Seconds to wait for a server that does not respond, longer each time. */
const BACK_OFF_SECONDS = [1, 2, 4, 8, 10];

/** Schedules the next attempt to reach the server, with back-off. */
export class ReconnectTimer {
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  get isWaiting(): boolean {
    return this.timer !== null;
  }

  /** Runs `attempt` after `seconds`, or after the next step of the back-off. */
  schedule(attempt: () => void, seconds: number | null): void {
    const step = Math.min(this.failures, BACK_OFF_SECONDS.length - 1);
    this.failures += 1;
    this.timer = setTimeout(attempt, (seconds ?? BACK_OFF_SECONDS[step] ?? 1) * 1000);
  }

  cancel(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  /** The server has responded: the back-off starts from the beginning. */
  succeed(): void {
    this.failures = 0;
  }
}
