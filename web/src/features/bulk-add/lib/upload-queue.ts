import type { DocumentProgress } from "@/api/document-progress";
import { isApiError, isCancelled, NETWORK_ERROR } from "@/api/errors";
import { newOperationId } from "@/api/operations";
import { isAllowanceUsedUp } from "@/api/process-document";

import type { Batch, BatchDocument } from "../api/types";
import { fromDocument, fromProgress } from "./document-state";
import { problemOfError, problemOfFile } from "./upload-problem";
import { isUnsent, type Upload } from "./uploads";

/** Uploads on their way at the same time. */
const AT_ONCE = 3;
/** How long to wait for a server that is away, longer each time. */
const RETURN_SECONDS = [1, 2, 4, 8, 10];
/** Two hundred documents tell of themselves several times a second: drawn together. */
const GATHER_MS = 100;

/** What the queue asks of the server. */
export interface BatchCalls {
  createBatch: () => Promise<Batch>;
  readBatch: (batchId: string) => Promise<Batch>;
  upload: (
    batchId: string,
    file: File,
    call: { signal: AbortSignal; onShare: (share: number) => void },
  ) => Promise<BatchDocument>;
  retryDocument: (documentId: string) => Promise<BatchDocument>;
  deleteDocument: (documentId: string) => Promise<void>;
  /** Documents left; infinite where nothing is counted or the count cannot be read. */
  readAllowance: () => Promise<number>;
}

export interface QueueState {
  batchId: string | null;
  uploads: readonly Upload[];
  /** The allowance is used up: waiting files stay where they are until `resume`. */
  isPaused: boolean;
  /** Says so once, until it is dismissed. */
  isLimitReached: boolean;
  /** No answer from the server: uploads wait and go on by themselves. */
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

/**
 * The files of one batch on their way: at most three uploads at once, never more than the
 * allowance, and none lost while the server is away. What the server tells of its documents, by
 * event or by answer, is laid over the list. No React: `subscribe` and `getState` are for
 * useSyncExternalStore.
 */
export class UploadQueue {
  private readonly calls: BatchCalls;
  private readonly now: () => number;
  private readonly listeners = new Set<() => void>();
  private state = EMPTY;
  private readonly running = new Map<string, AbortController>();
  /** Documents left by the count of this page. */
  private left = 0;
  /** The asking for that count, once for all uploads that begin together; null: to be asked. */
  private counting: Promise<void> | null = null;
  private preparing: Promise<string> | null = null;
  private returning: ReturnType<typeof setTimeout> | null = null;
  private telling: ReturnType<typeof setTimeout> | null = null;
  private absences = 0;
  /** What happened last to a document, by a count that only grows: an older answer is no news. */
  private clock = 0;
  private readonly touched = new Map<string, number>();
  private readonly removed = new Set<string>();
  /** Events of documents whose upload has not been answered yet. */
  private readonly early = new Map<string, DocumentProgress>();
  private isClosed = true;

  constructor(calls: BatchCalls, now: () => number = Date.now) {
    this.calls = calls;
    this.now = now;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getState = (): QueueState => this.state;

  open(): void {
    this.isClosed = false;
  }

  /** Stops every upload. What the server has it keeps. */
  close(): void {
    this.isClosed = true;
    for (const controller of this.running.values()) controller.abort();
    for (const timer of [this.returning, this.telling]) if (timer) clearTimeout(timer);
    this.returning = null;
    this.telling = null;
  }

  /** Forgets everything: the next file begins a new batch. */
  reset(): void {
    this.close();
    this.running.clear();
    this.touched.clear();
    this.removed.clear();
    this.early.clear();
    this.counting = null;
    this.preparing = null;
    this.open();
    this.set(EMPTY);
  }

  /** Shows the documents of a batch that was begun earlier. */
  load(batch: Batch): void {
    this.reset();
    this.preparing = Promise.resolve(batch.batchId);
    this.set({
      batchId: batch.batchId,
      startedAt: this.now(),
      uploads: batch.documents.map((document) => fromDocument(newUpload(null), document)),
    });
  }

  readonly add = (files: readonly { file: File; fileName: string }[]): void => {
    const added = files.map(({ file, fileName }) => {
      const problem = problemOfFile(file);
      const upload = { ...newUpload(file), fileName };
      return problem === null
        ? upload
        : { ...upload, status: "failed" as const, problem, canRetry: false };
    });
    this.set({
      uploads: [...this.state.uploads, ...added],
      startedAt: this.state.startedAt ?? this.now(),
    });
    // Asked anew for every drop: another tab, or a new plan, may have changed it.
    if (this.running.size === 0) this.counting = null;
    this.pump();
  };

  /** After the allowance was used up. */
  readonly resume = (): void => {
    this.counting = null;
    this.set({ isPaused: false, isLimitReached: false });
    this.pump();
  };

  readonly dismissLimit = (): void => this.set({ isLimitReached: false });

  /** Tries at once whether the server is back. */
  readonly wake = (): void => {
    if (this.state.isAway) this.comeBack();
  };

  readonly retry = (ids: readonly string[]): void => {
    const again = this.state.uploads.filter(
      ({ id, status, canRetry }) => ids.includes(id) && status === "failed" && canRetry,
    );
    for (const upload of again) {
      if (upload.documentId !== null) void this.readAgain(upload, upload.documentId);
      else this.change(upload.id, { status: "pending", share: 0, problem: null });
    }
    if (this.state.isPaused) this.resume();
    else this.pump();
  };

  /** Stops what runs, takes everything else off the list; the document on the server goes too. */
  readonly remove = (id: string): void => {
    const upload = this.find(id);
    if (upload === undefined) return;
    if (upload.status === "starting" || upload.status === "uploading") {
      this.running.get(id)?.abort();
      return;
    }
    if (upload.documentId !== null) void this.deleteDocument(upload, upload.documentId);
    if (upload.status === "processing" && upload.file !== null) {
      this.change(id, {
        status: "failed",
        problem: { key: "cancelled" },
        documentId: null,
        stage: null,
      });
    } else this.set({ uploads: this.state.uploads.filter((one) => one.id !== id) });
  };

  /** Stops everything that the server does not have yet. */
  readonly dropUnsent = (): void => {
    for (const controller of this.running.values()) controller.abort();
    this.set({ uploads: this.state.uploads.filter((upload) => !isUnsent(upload)) });
  };

  /** Shown a moment later, with whatever else is told until then. */
  readonly applyProgress = (progress: DocumentProgress): void => {
    const { batchId, uploads } = this.state;
    if (batchId === null || progress.batchId !== batchId) return;
    const upload = uploads.find(({ documentId }) => documentId === progress.documentId);
    if (upload === undefined) {
      this.early.set(progress.documentId, progress);
      return;
    }
    this.touch(progress.documentId);
    this.replaceSoon(fromProgress(upload, progress));
    if (progress.errorCode === "DOCUMENTS_LIMIT") this.stopAtLimit();
  };

  /** Reads the whole batch once: after a reconnection, or where no events come. */
  readonly refresh = async (): Promise<void> => {
    const { batchId } = this.state;
    if (batchId === null) return;
    const askedAt = this.clock;
    const batch = await this.calls.readBatch(batchId);
    if (this.state.batchId === batchId && !this.isClosed) this.reconcile(batch, askedAt);
  };

  private reconcile({ documents }: Batch, askedAt: number): void {
    const isNews = (documentId: string) =>
      !this.removed.has(documentId) && (this.touched.get(documentId) ?? 0) <= askedAt;
    const told = new Map(documents.map((document) => [document._id, document]));
    const known = new Set(this.state.uploads.map(({ documentId }) => documentId));
    const uploads: Upload[] = this.state.uploads.map((upload) => {
      const document = upload.documentId === null ? undefined : told.get(upload.documentId);
      if (document === undefined || !isNews(document._id)) return upload;
      const next = fromDocument(upload, document);
      // What says the same stays the same: nothing of it is drawn again.
      return isAlike(upload, next) ? upload : next;
    });
    for (const document of documents) {
      if (known.has(document._id) || !isNews(document._id)) continue;
      // The answer to this upload was lost on its way: the server has it all the same.
      const owner = uploads.findIndex(
        (upload) =>
          upload.documentId === null &&
          !this.running.has(upload.id) &&
          upload.fileSize === document.fileSize &&
          upload.file?.name === document.originalName,
      );
      const upload = uploads[owner];
      if (upload === undefined) {
        // While an answer is on its way, a document nobody knows is most likely that upload's.
        if (this.running.size === 0) uploads.push(fromDocument(newUpload(null), document));
      } else if (upload.status === "pending") uploads[owner] = fromDocument(upload, document);
      else if (upload.status === "failed") void this.deleteDocument(upload, document._id);
    }
    const isSame = uploads.every((upload, index) => upload === this.state.uploads[index]);
    if (!isSame || uploads.length !== this.state.uploads.length) this.set({ uploads });
  }

  private pump(): void {
    if (this.isClosed || this.state.isPaused || this.state.isAway) return;
    const waiting = this.state.uploads.filter(
      ({ id, status }) => status === "pending" && !this.running.has(id),
    );
    for (const upload of waiting.slice(0, AT_ONCE - this.running.size)) {
      if (upload.file === null) continue;
      const controller = new AbortController();
      this.running.set(upload.id, controller);
      this.change(upload.id, { status: "starting" });
      void this.send(upload, upload.file, controller.signal).finally(() => {
        this.running.delete(upload.id);
        this.pump();
      });
    }
  }

  private async send(upload: Upload, file: File, signal: AbortSignal): Promise<void> {
    const { id } = upload;
    let isCounted = false;
    try {
      await this.count();
      signal.throwIfAborted();
      if (this.left <= 0) {
        this.change(id, { status: "pending" });
        this.stopAtLimit();
        return;
      }
      this.left -= 1;
      isCounted = true;
      const batchId = await this.prepare();
      signal.throwIfAborted();
      this.change(id, { status: "uploading", share: 0 });
      const document = await this.calls.upload(batchId, file, {
        signal,
        onShare: (share) => {
          const sending = this.find(id);
          if (sending !== undefined) this.replaceSoon({ ...sending, share });
        },
      });
      this.arrive(id, document);
    } catch (error) {
      if (isCounted) this.left += 1;
      this.fail(id, error);
    }
  }

  private count(): Promise<void> {
    this.counting ??= this.calls.readAllowance().then((left) => {
      this.left = left;
    });
    return this.counting;
  }

  private arrive(id: string, document: BatchDocument): void {
    this.absences = 0;
    this.touch(document._id);
    const upload = this.find(id);
    if (upload === undefined) return;
    const early = this.early.get(document._id);
    this.early.delete(document._id);
    const stored = fromDocument(upload, document);
    this.replace(early === undefined ? stored : fromProgress(stored, early));
  }

  private fail(id: string, error: unknown): void {
    this.running.delete(id);
    if (this.isClosed || this.find(id) === undefined) return;
    if (isApiError(error, NETWORK_ERROR)) {
      this.change(id, { status: "pending", share: 0 });
      this.goAway(RETURN_SECONDS[Math.min(this.absences, RETURN_SECONDS.length - 1)] ?? 1);
      return;
    }
    if (isApiError(error) && error.status === 429) {
      this.change(id, { status: "pending", share: 0 });
      this.goAway(error.retryAfterSeconds ?? 1);
      return;
    }
    this.change(id, { status: "failed", problem: problemOfError(error) });
    // Nothing of it arrived, or so it seems: the server may still have stored it.
    if (isCancelled(error)) void this.refresh().catch(() => undefined);
    if (isAllowanceUsedUp(error)) this.stopAtLimit();
  }

  private goAway(seconds: number): void {
    if (this.returning) return;
    this.absences += 1;
    this.set({ isAway: true });
    this.returning = setTimeout(() => this.comeBack(), seconds * 1000);
  }

  /** What was stored before the connection broke is found first, so that nothing is sent twice. */
  private comeBack(): void {
    if (this.returning) clearTimeout(this.returning);
    this.returning = null;
    this.refresh().then(
      () => {
        this.set({ isAway: false });
        this.pump();
      },
      (error: unknown) => {
        if (this.isClosed) return;
        if (isApiError(error, NETWORK_ERROR)) {
          this.goAway(RETURN_SECONDS[Math.min(this.absences, RETURN_SECONDS.length - 1)] ?? 1);
        } else {
          this.set({ isAway: false });
          this.pump();
        }
      },
    );
  }

  private prepare(): Promise<string> {
    this.preparing ??= this.calls.createBatch().then(
      ({ batchId }) => {
        this.set({ batchId });
        return batchId;
      },
      (error: unknown) => {
        this.preparing = null;
        throw error;
      },
    );
    return this.preparing;
  }

  private async readAgain(upload: Upload, documentId: string): Promise<void> {
    this.touch(documentId);
    this.change(upload.id, {
      status: "processing",
      stage: "queued",
      share: 0,
      problem: null,
      type: null,
    });
    try {
      const document = await this.calls.retryDocument(documentId);
      // An event may have been faster, and has more to tell.
      const current = this.find(upload.id);
      if (current?.stage === "queued") this.replace(fromDocument(current, document));
    } catch (error) {
      this.change(upload.id, { status: "failed", problem: problemOfError(error) });
      if (isAllowanceUsedUp(error)) this.stopAtLimit();
    }
  }

  private async deleteDocument(upload: Upload, documentId: string): Promise<void> {
    this.removed.add(documentId);
    try {
      await this.calls.deleteDocument(documentId);
    } catch (error) {
      if (isApiError(error) && error.status === 404) return;
      // It is still there: so it stands in the list again.
      this.removed.delete(documentId);
      const problem = problemOfError(error);
      const back = { ...upload, status: "failed" as const, documentId, problem };
      const rest = this.state.uploads.filter(({ id }) => id !== upload.id);
      this.set({ uploads: [...rest, back] });
    }
  }

  private stopAtLimit(): void {
    if (this.state.isPaused) return;
    this.set({ isPaused: true, isLimitReached: true });
  }

  private touch(documentId: string): void {
    this.clock += 1;
    this.touched.set(documentId, this.clock);
  }

  private find(id: string): Upload | undefined {
    return this.state.uploads.find((upload) => upload.id === id);
  }

  private change(id: string, part: Partial<Upload>): void {
    const upload = this.find(id);
    if (upload !== undefined) this.replace({ ...upload, ...part });
  }

  private replace(next: Upload): void {
    this.set({ uploads: this.state.uploads.map((one) => (one.id === next.id ? next : one)) });
  }

  private replaceSoon(next: Upload): void {
    const uploads = this.state.uploads.map((one) => (one.id === next.id ? next : one));
    this.state = { ...this.state, uploads };
    this.telling ??= setTimeout(() => this.tell(), GATHER_MS);
  }

  private set(part: Partial<QueueState>): void {
    this.state = { ...this.state, ...part };
    this.tell();
  }

  private tell(): void {
    if (this.telling) clearTimeout(this.telling);
    this.telling = null;
    for (const listener of this.listeners) listener();
  }
}

function isAlike(one: Upload, other: Upload): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function newUpload(file: File | null): Upload {
  return {
    id: newOperationId(),
    fileName: file?.name ?? "",
    fileSize: file?.size ?? 0,
    file,
    status: "pending",
    share: 0,
    stage: null,
    queuePosition: 0,
    problem: null,
    canRetry: true,
    documentId: null,
    type: null,
    sameAsId: null,
    flags: [],
  };
}
