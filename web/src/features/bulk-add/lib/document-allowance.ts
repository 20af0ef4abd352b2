/** Counts how many documents may still be uploaded; asks the server once for a group of uploads. */
export class DocumentAllowance {
  private readonly read: () => Promise<number>;
  private remaining = 0;
  private reading: Promise<void> | null = null;

  /** `read` resolves to Infinity where nothing is counted. */
  constructor(read: () => Promise<number>) {
    this.read = read;
  }

  /** Takes one document off the allowance; false where none is left. */
  async take(): Promise<boolean> {
    this.reading ??= this.read().then((remaining) => {
      this.remaining = remaining;
    });
    await this.reading;
    if (this.remaining <= 0) return false;
    this.remaining -= 1;
    return true;
  }

  /** Returns what an upload took that did not arrive. */
  giveBack(): void {
    this.remaining += 1;
  }

  /** Makes the next upload reload the allowance, which another tab or a new plan may have changed. */
  invalidate(): void {
    this.reading = null;
  }
}
