/** State of an upload queue, for useSyncExternalStore. */
import type { Upload } from "./uploads";

/** Progress arrives several times a second for each of hundreds of files: drawn together. */
const NOTIFY_DELAY_MS = 100;

export interface QueueState {
  batchId: string | null;
  uploads: readonly Upload[];
  /** The allowance is used up: waiting files stay where they are until `resume`. */
  isPaused: boolean;
  /** The limit notice is shown until it is dismissed. */
  isLimitReached: boolean;
  /** The server does not respond: uploads wait and continue automatically. */
  isAway: boolean;
  /** Milliseconds since the epoch; null while nothing has been added. */
  startedAt: number | null;
}

const EMPTY: QueueState = {
  batchId: null,
  uploads: [],
  isPaused: false,
  isLimitReached: false,
  isAway: false,
  startedAt: null,
};

export class UploadStore {
  private state = EMPTY;
  private readonly listeners = new Set<() => void>();
  private notifyTimer: ReturnType<typeof setTimeout> | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getState = (): QueueState => this.state;

  find(id: string): Upload | undefined {
    return this.state.uploads.find((upload) => upload.id === id);
  }

  set(part: Partial<QueueState>): void {
    this.state = { ...this.state, ...part };
    this.notify();
  }

  clear(): void {
    this.set(EMPTY);
  }

  /** Changes one upload; nothing happens when it has been removed. */
  change(id: string, part: Partial<Upload>): void {
    const upload = this.find(id);
    if (upload !== undefined) this.replace({ ...upload, ...part });
  }

  replace(next: Upload): void {
    this.set({ uploads: this.withUpload(next) });
  }

  /** Replaces one upload and notifies a moment later, together with other changes until then. */
  replaceSoon(next: Upload): void {
    this.state = { ...this.state, uploads: this.withUpload(next) };
    this.notifyTimer ??= setTimeout(() => this.notify(), NOTIFY_DELAY_MS);
  }

  /** Drops a notification that is still due. */
  cancelNotification(): void {
    if (this.notifyTimer) clearTimeout(this.notifyTimer);
    this.notifyTimer = null;
  }

  private withUpload(next: Upload): Upload[] {
    return this.state.uploads.map((one) => (one.id === next.id ? next : one));
  }

  private notify(): void {
    this.cancelNotification();
    for (const listener of this.listeners) listener();
  }
}
