/** Buffer of transcript lines that the server did not make, sent every few seconds. */

export const FLUSH_MS = 5_000;
const MAX_RETRIES = 3;
export const RETRY_MS = 3_000;

export interface BufferedLine {
  /** The server stores a line once, even if it arrives twice. */
  readonly _id: string;
  readonly speaker: "interviewer" | "candidate";
  readonly text: string;
  readonly timestamp: string;
}

export interface BufferState {
  /** Lines that the server does not have yet. */
  readonly waiting: number;
  /** The last failure, once attempts have ended; null while they continue. */
  readonly error: unknown;
  /** Lines that the server refused. They are not kept, and another attempt is up to the user. */
  readonly refused: readonly BufferedLine[];
}

interface TranscriptBufferOptions {
  send: (lines: readonly BufferedLine[]) => Promise<unknown>;
  /** Whether another attempt may succeed. */
  isTemporary: (error: unknown) => boolean;
  onChange: (state: BufferState) => void;
  schedule?: (task: () => void, ms: number) => unknown;
}

/**
 * Lines wait for the next flush. Failed ones go back into the buffer, in their order: after a
 * temporary failure they are tried three more times, then again with the next line. The lines of a
 * refusal are handed back.
 */
export class TranscriptBuffer {
  private readonly options: TranscriptBufferOptions;
  private readonly schedule: (task: () => void, ms: number) => unknown;
  private lines: readonly BufferedLine[] = [];
  private isScheduled = false;
  private isSending = false;
  private failures = 0;

  constructor(options: TranscriptBufferOptions) {
    this.options = options;
    this.schedule = options.schedule ?? ((task, ms) => setTimeout(task, ms));
  }

  /** Takes a line with words; blank text is ignored. */
  add(line: BufferedLine): void {
    const text = line.text.trim();
    if (text === "") return;
    this.lines = [...this.lines, { ...line, text }];
    this.failures = 0;
    this.report(null);
    this.plan(FLUSH_MS);
  }

  /** Sends what waits now, for a page that is about to close. */
  async flush(): Promise<void> {
    if (this.isSending || this.lines.length === 0) return;
    const sent = this.lines;
    this.lines = [];
    this.isSending = true;
    try {
      await this.options.send(sent);
      this.failures = 0;
      this.report(null);
    } catch (error) {
      this.onFailure(sent, error);
    } finally {
      this.isSending = false;
    }
    if (this.lines.length > 0 && this.failures === 0) this.plan(FLUSH_MS);
  }

  private onFailure(sent: readonly BufferedLine[], error: unknown): void {
    if (!this.options.isTemporary(error)) {
      this.report(error, sent);
      return;
    }
    this.lines = [...sent, ...this.lines];
    this.failures += 1;
    if (this.failures <= MAX_RETRIES) this.plan(RETRY_MS);
    this.report(this.failures <= MAX_RETRIES ? null : error);
  }

  private plan(ms: number): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.schedule(() => {
      this.isScheduled = false;
      void this.flush();
    }, ms);
  }

  private report(error: unknown, refused: readonly BufferedLine[] = []): void {
    this.options.onChange({ waiting: this.lines.length, error, refused });
  }
}
