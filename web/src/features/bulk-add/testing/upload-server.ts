/** Fake server for tests of the upload queue. */
import { vi } from "vitest";

import type { DocumentProgress } from "@/api/document-progress";

import type { Batch, BatchDocument } from "../api/types";
import { UploadQueue, type BatchCalls } from "../lib/upload-queue";
import { aBatch, aDocument } from "./uploads";

interface Sent {
  file: File;
  signal: AbortSignal;
  onShare: (share: number) => void;
  respond: (document: BatchDocument) => void;
  fail: (error: Error) => void;
}

/** A server that responds when the test resolves the request. */
export function aServer({ allowance = Number.POSITIVE_INFINITY } = {}) {
  const sent: Sent[] = [];
  const stored: BatchDocument[] = [];
  const calls = {
    createBatch: vi.fn(() => Promise.resolve(aBatch())),
    readBatch: vi.fn((): Promise<Batch> => Promise.resolve(aBatch({ documents: stored }))),
    retryDocument: vi.fn((id: string) => Promise.resolve(aDocument({ _id: id }))),
    deleteDocument: vi.fn(() => Promise.resolve()),
    readAllowance: vi.fn(() => Promise.resolve(allowance)),
    getMaxBytes: () => 10_485_760,
    upload: vi.fn(
      (
        _: string,
        file: File,
        { signal, onShare }: { signal: AbortSignal; onShare: (s: number) => void },
      ) =>
        new Promise<BatchDocument>((respond, fail) => {
          signal.addEventListener("abort", () => fail(new DOMException("", "AbortError")));
          sent.push({ file, signal, onShare, respond, fail });
        }),
    ),
  } satisfies BatchCalls;
  const queue = new UploadQueue(calls, () => 0);
  queue.open();
  return { queue, calls, sent, stored };
}

/** Lets pending promises resolve under fake timers. */
export const settle = () => vi.advanceTimersByTimeAsync(0);

export function files(...names: string[]) {
  return names.map((name) => ({ file: new File(["text"], name), fileName: name }));
}

export function statuses(queue: UploadQueue): string[] {
  return queue.getState().uploads.map(({ status }) => status);
}

/** A progress event of document d1. */
export const EVENT: DocumentProgress = {
  documentId: "d1",
  batchId: "b1",
  interviewId: null,
  candidateProfileId: null,
  jobDescriptionId: null,
  processingStatus: "processing",
  stage: "reading",
  share: 0.5,
  queuePosition: 2,
  error: null,
  errorCode: null,
  isRetryable: false,
  detectedType: null,
  assessmentStatus: "none",
};
