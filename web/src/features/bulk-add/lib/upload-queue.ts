/** Upload queue of one document batch. */
import type { DocumentProgress } from "@/api/document-progress";
import { isApiError, isCancelled, NETWORK_ERROR } from "@/api/errors";
import { isAllowanceUsedUp } from "@/api/process-document";

import type { Batch, BatchDocument } from "../api/types";
import { DocumentAllowance } from "./document-allowance";
import { fromDocument, fromProgress } from "./document-state";
import { DocumentVersions } from "./document-versions";
import { reconcile } from "./reconcile";
import { ReconnectTimer } from "./reconnect-timer";
import { problemOfError, problemOfFile } from "./upload-problem";
import { UploadSender } from "./upload-sender";
import { UploadStore } from "./upload-store";
import { createUpload, isUnsent, type Upload } from "./uploads";

/** The server calls that the queue makes. */
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
  /** Larger files are not sent. */
  getMaxBytes: () => number;
}

/**
 * Sends the files of a batch, follows the documents on the server, and loses none while the server
 * is unavailable. No React: `subscribe` and `getState` are for useSyncExternalStore.
 */
export class UploadQueue {
  private readonly calls: BatchCalls;
  private readonly now: () => number;
  private readonly store = new UploadStore();
  readonly subscribe = this.store.subscribe;
  readonly getState = this.store.getState;
  private readonly allowance: DocumentAllowance;
  private readonly sender: UploadSender;
  private readonly reconnect = new ReconnectTimer();
  private readonly versions = new DocumentVersions();
  /** Events of documents whose upload has not been answered yet. */
  private readonly early = new Map<string, DocumentProgress>();
  private preparing: Promise<string> | null = null;
  private isClosed = true;

  constructor(calls: BatchCalls, now: () => number = Date.now) {
    this.calls = calls;
    this.now = now;
    this.allowance = new DocumentAllowance(calls.readAllowance);
    this.sender = new UploadSender({
      store: this.store,
      allowance: this.allowance,
      prepareBatch: () => this.prepareBatch(),
      upload: calls.upload,
      canSend: () => !this.isClosed && !this.getState().isPaused && !this.getState().isAway,
      onStored: (id, document) => this.onStored(id, document),
      onFailed: (id, error) => this.onFailed(id, error),
      onLimit: () => this.pauseAtLimit(),
    });
  }

  open(): void {
    this.isClosed = false;
  }

  /** Stops every upload. Documents on the server stay. */
  close(): void {
    this.isClosed = true;
    this.sender.abortAll();
    this.reconnect.cancel();
    this.store.cancelNotification();
  }

  /** Forgets everything: the next file begins a new batch. */
  reset(): void {
    this.close();
    this.sender.clear();
    this.versions.clear();
    this.early.clear();
    this.allowance.invalidate();
    this.preparing = null;
    this.open();
    this.store.clear();
  }

  /** Shows the documents of a batch that was begun earlier. */
  load(batch: Batch): void {
    this.reset();
    this.preparing = Promise.resolve(batch.batchId);
    this.store.set({
      batchId: batch.batchId,
      startedAt: this.now(),
      uploads: batch.documents.map((document) => fromDocument(createUpload(null), document)),
    });
  }

  readonly add = (files: readonly { file: File; fileName: string }[]): void => {
    const added = files.map(({ file, fileName }): Upload => {
      const problem = problemOfFile(file, this.calls.getMaxBytes());
      const upload = { ...createUpload(file), fileName };
      return problem === null ? upload : { ...upload, status: "failed", problem, canRetry: false };
    });
    const { uploads, startedAt } = this.getState();
    this.store.set({ uploads: [...uploads, ...added], startedAt: startedAt ?? this.now() });
    if (this.sender.sending.size === 0) this.allowance.invalidate();
    this.sender.start();
  };

  /** Continues after the allowance was used up. */
  readonly resume = (): void => {
    this.allowance.invalidate();
    this.store.set({ isPaused: false, isLimitReached: false });
    this.sender.start();
  };

  readonly dismissLimit = (): void => this.store.set({ isLimitReached: false });

  /** Checks now whether the server is back. */
  readonly wake = (): void => {
    if (this.getState().isAway) this.attemptReconnect();
  };

  readonly retry = (ids: readonly string[]): void => {
    const again = this.getState().uploads.filter(
      ({ id, status, canRetry }) => ids.includes(id) && status === "failed" && canRetry,
    );
    for (const upload of again) {
      if (upload.documentId !== null) void this.retryDocument(upload, upload.documentId);
      else this.store.change(upload.id, { status: "pending", share: 0, problem: null });
    }
    if (this.getState().isPaused) this.resume();
    else this.sender.start();
  };

  /** Stops a running upload; anything else leaves the list, and its document leaves the server. */
  readonly remove = (id: string): void => {
    const upload = this.store.find(id);
    if (upload === undefined) return;
    if (upload.status === "starting" || upload.status === "uploading") {
      this.sender.abort(id);
      return;
    }
    if (upload.documentId !== null) void this.deleteDocument(upload, upload.documentId);
    if (upload.status === "processing" && upload.file !== null) {
      this.store.change(id, {
        status: "failed",
        problem: { key: "cancelled" },
        documentId: null,
        stage: null,
      });
    } else this.store.set({ uploads: this.getState().uploads.filter((one) => one.id !== id) });
  };

  /** Stops every upload that the server does not have yet, and takes it off the list. */
  readonly dropUnsent = (): void => {
    this.sender.abortAll();
    this.store.set({ uploads: this.getState().uploads.filter((upload) => !isUnsent(upload)) });
  };

  /** Applies a progress event of the server. */
  readonly applyProgress = (progress: DocumentProgress): void => {
    const { batchId, uploads } = this.getState();
    if (batchId === null || progress.batchId !== batchId) return;
    const upload = uploads.find(({ documentId }) => documentId === progress.documentId);
    if (upload === undefined) {
      this.early.set(progress.documentId, progress);
      return;
    }
    this.versions.touch(progress.documentId);
    this.store.replaceSoon(fromProgress(upload, progress));
    if (progress.errorCode === "DOCUMENTS_LIMIT") this.pauseAtLimit();
  };

  /** Reads the whole batch once: after a reconnect, or where no events come. */
  readonly refresh = async (): Promise<void> => {
    const { batchId } = this.getState();
    if (batchId === null) return;
    const requestedAt = this.versions.now;
    const { documents } = await this.calls.readBatch(batchId);
    const { uploads: current, batchId: currentId } = this.getState();
    if (currentId !== batchId || this.isClosed) return;
    const { uploads, orphans } = reconcile(current, documents, {
      isNews: (documentId) => this.versions.isNews(documentId, requestedAt),
      sending: this.sender.sending,
    });
    const isSame =
      uploads.length === current.length && uploads.every((one, index) => one === current[index]);
    if (!isSame) this.store.set({ uploads });
    for (const { upload, documentId } of orphans) void this.deleteDocument(upload, documentId);
  };

  private onStored(id: string, document: BatchDocument): void {
    this.reconnect.succeed();
    this.versions.touch(document._id);
    const upload = this.store.find(id);
    if (upload === undefined) return;
    const early = this.early.get(document._id);
    this.early.delete(document._id);
    const stored = fromDocument(upload, document);
    this.store.replace(early === undefined ? stored : fromProgress(stored, early));
  }

  private onFailed(id: string, error: unknown): void {
    if (this.isClosed || this.store.find(id) === undefined) return;
    const isBusy = isApiError(error) && error.status === 429;
    if (isBusy || isApiError(error, NETWORK_ERROR)) {
      this.store.change(id, { status: "pending", share: 0 });
      this.waitForServer(isBusy ? (error.retryAfterSeconds ?? 1) : null);
      return;
    }
    this.store.change(id, { status: "failed", problem: problemOfError(error) });
    // Cancelled before a response came, but the server may have stored it.
    if (isCancelled(error)) void this.refresh().catch(() => undefined);
    if (isAllowanceUsedUp(error)) this.pauseAtLimit();
  }

  /** `seconds` is null if the server gave no waiting time. */
  private waitForServer(seconds: number | null): void {
    if (this.reconnect.isWaiting) return;
    this.store.set({ isAway: true });
    this.reconnect.schedule(() => this.attemptReconnect(), seconds);
  }

  /** Finds first what was stored before the connection broke, so that nothing is sent twice. */
  private attemptReconnect(): void {
    this.reconnect.cancel();
    const goOn = () => {
      this.store.set({ isAway: false });
      this.sender.start();
    };
    this.refresh().then(goOn, (error: unknown) => {
      if (this.isClosed) return;
      if (isApiError(error, NETWORK_ERROR)) this.waitForServer(null);
      else goOn();
    });
  }

  private prepareBatch(): Promise<string> {
    this.preparing ??= this.calls.createBatch().then(
      ({ batchId }) => {
        this.store.set({ batchId });
        return batchId;
      },
      (error: unknown) => {
        this.preparing = null;
        throw error;
      },
    );
    return this.preparing;
  }

  private async retryDocument(upload: Upload, documentId: string): Promise<void> {
    this.versions.touch(documentId);
    this.store.change(upload.id, {
      status: "processing",
      stage: "queued",
      share: 0,
      problem: null,
      type: null,
    });
    try {
      const document = await this.calls.retryDocument(documentId);
      // An event may have arrived first and be newer.
      const current = this.store.find(upload.id);
      if (current?.stage === "queued") this.store.replace(fromDocument(current, document));
    } catch (error) {
      this.store.change(upload.id, { status: "failed", problem: problemOfError(error) });
      if (isAllowanceUsedUp(error)) this.pauseAtLimit();
    }
  }

  private async deleteDocument(upload: Upload, documentId: string): Promise<void> {
    this.versions.markRemoved(documentId);
    try {
      await this.calls.deleteDocument(documentId);
    } catch (error) {
      if (isApiError(error) && error.status === 404) return;
      // The document is still on the server, so it returns to the list.
      this.versions.markKept(documentId);
      const kept: Upload = {
        ...upload,
        status: "failed",
        documentId,
        problem: problemOfError(error),
      };
      const rest = this.getState().uploads.filter(({ id }) => id !== upload.id);
      this.store.set({ uploads: [...rest, kept] });
    }
  }

  private pauseAtLimit(): void {
    if (!this.getState().isPaused) this.store.set({ isPaused: true, isLimitReached: true });
  }
}
