/** Sends pending files, limited by concurrency and allowance. */
import type { BatchDocument } from "../api/types";
import type { DocumentAllowance } from "./document-allowance";
import type { UploadStore } from "./upload-store";
import type { Upload } from "./uploads";

const MAX_CONCURRENT_UPLOADS = 3;

interface SenderOptions {
  store: UploadStore;
  allowance: DocumentAllowance;
  /** The batch to upload to, created with the first file. */
  prepareBatch: () => Promise<string>;
  upload: (
    batchId: string,
    file: File,
    call: { signal: AbortSignal; onShare: (share: number) => void },
  ) => Promise<BatchDocument>;
  canSend: () => boolean;
  onStored: (id: string, document: BatchDocument) => void;
  onFailed: (id: string, error: unknown) => void;
  onLimit: () => void;
}

export class UploadSender {
  private readonly options: SenderOptions;
  private readonly running = new Map<string, AbortController>();

  constructor(options: SenderOptions) {
    this.options = options;
  }

  /** Uploads on their way, by id. */
  get sending(): ReadonlyMap<string, unknown> {
    return this.running;
  }

  /** Starts as many pending uploads as may run now. */
  start(): void {
    const { store, canSend } = this.options;
    if (!canSend()) return;
    const waiting = store
      .getState()
      .uploads.filter(({ id, status }) => status === "pending" && !this.running.has(id));
    for (const upload of waiting.slice(0, MAX_CONCURRENT_UPLOADS - this.running.size)) {
      if (upload.file === null) continue;
      const controller = new AbortController();
      this.running.set(upload.id, controller);
      store.change(upload.id, { status: "starting" });
      void this.send(upload, upload.file, controller.signal).finally(() => {
        this.running.delete(upload.id);
        this.start();
      });
    }
  }

  abort(id: string): void {
    this.running.get(id)?.abort();
  }

  abortAll(): void {
    for (const controller of this.running.values()) controller.abort();
  }

  /** Drops the uploads of a batch that the user left. */
  clear(): void {
    this.running.clear();
  }

  private async send({ id }: Upload, file: File, signal: AbortSignal): Promise<void> {
    const { store, allowance, prepareBatch, upload, onStored, onFailed, onLimit } = this.options;
    let isCounted = false;
    try {
      isCounted = await allowance.take();
      signal.throwIfAborted();
      if (!isCounted) {
        store.change(id, { status: "pending" });
        onLimit();
        return;
      }
      const batchId = await prepareBatch();
      signal.throwIfAborted();
      store.change(id, { status: "uploading", share: 0 });
      const document = await upload(batchId, file, {
        signal,
        onShare: (share) => {
          const sending = store.find(id);
          if (sending !== undefined) store.replaceSoon({ ...sending, share });
        },
      });
      onStored(id, document);
    } catch (error) {
      if (isCounted) allowance.giveBack();
      this.running.delete(id);
      onFailed(id, error);
    }
  }
}
