/** Tests of the upload queue. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { DocumentProgress } from "@/api/document-progress";
import { ApiError, noAnswer } from "@/api/errors";

import type { Batch, BatchDocument } from "../api/types";
import { aBatch, aDocument } from "../testing/uploads";
import { UploadQueue, type BatchCalls } from "./upload-queue";

interface Sent {
  file: File;
  signal: AbortSignal;
  onShare: (share: number) => void;
  answer: (document: BatchDocument) => void;
  refuse: (error: Error) => void;
}

/** A server that responds when the test resolves the request. */
function aServer({ allowance = Number.POSITIVE_INFINITY } = {}) {
  const sent: Sent[] = [];
  const stored: BatchDocument[] = [];
  const calls = {
    createBatch: vi.fn(() => Promise.resolve(aBatch())),
    readBatch: vi.fn((): Promise<Batch> => Promise.resolve(aBatch({ documents: stored }))),
    retryDocument: vi.fn((id: string) => Promise.resolve(aDocument({ _id: id }))),
    deleteDocument: vi.fn(() => Promise.resolve()),
    readAllowance: vi.fn(() => Promise.resolve(allowance)),
    upload: vi.fn(
      (
        _: string,
        file: File,
        { signal, onShare }: { signal: AbortSignal; onShare: (s: number) => void },
      ) =>
        new Promise<BatchDocument>((answer, refuse) => {
          signal.addEventListener("abort", () => refuse(new DOMException("", "AbortError")));
          sent.push({ file, signal, onShare, answer, refuse });
        }),
    ),
  } satisfies BatchCalls;
  const queue = new UploadQueue(calls, () => 0);
  queue.open();
  return { queue, calls, sent, stored };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

function files(...names: string[]) {
  return names.map((name) => ({ file: new File(["text"], name), fileName: name }));
}

function statuses(queue: UploadQueue): string[] {
  return queue.getState().uploads.map(({ status }) => status);
}

const EVENT: DocumentProgress = {
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
  detectedType: null,
  assessmentStatus: "none",
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("UploadQueue", () => {
  it("uploads three files at once and the next as soon as one has finished", async () => {
    const { queue, calls, sent } = aServer();
    queue.add(files("a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"));
    await settle();
    expect(calls.createBatch).toHaveBeenCalledTimes(1);
    expect(sent.map(({ file }) => file.name)).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
    sent[1]?.answer(aDocument({ _id: "d2", originalName: "b.pdf" }));
    await settle();
    expect(sent.map(({ file }) => file.name)).toEqual(["a.pdf", "b.pdf", "c.pdf", "d.pdf"]);
    expect(statuses(queue)).toEqual([
      "uploading",
      "processing",
      "uploading",
      "uploading",
      "pending",
    ]);
    sent[0]?.onShare(0.25);
    expect(queue.getState().uploads[0]?.share).toBe(0.25);
  });

  it("uploads nothing that is too large or unsupported", async () => {
    const { queue, sent } = aServer();
    queue.add(files("setup.exe"));
    await settle();
    expect(sent).toHaveLength(0);
    expect(queue.getState().uploads[0]).toMatchObject({
      status: "failed",
      problem: { key: "unsupportedType" },
      canRetry: false,
    });
  });

  it("counts the allowance down with every upload and stops when it is used up", async () => {
    const { queue, calls, sent } = aServer({ allowance: 2 });
    queue.add(files("a.pdf", "b.pdf", "c.pdf", "d.pdf"));
    await settle();
    expect(calls.readAllowance).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(2);
    expect(statuses(queue)).toEqual(["uploading", "uploading", "pending", "pending"]);
    expect(queue.getState()).toMatchObject({ isPaused: true, isLimitReached: true });
    queue.dismissLimit();
    sent[0]?.answer(aDocument());
    await settle();
    expect(queue.getState()).toMatchObject({ isPaused: true, isLimitReached: false });
    calls.readAllowance.mockResolvedValue(5);
    queue.resume();
    await settle();
    expect(sent).toHaveLength(4);
  });

  it("returns a failed upload to the allowance", async () => {
    const { queue, sent } = aServer({ allowance: 1 });
    queue.add(files("a.pdf"));
    await settle();
    sent[0]?.refuse(new ApiError("Broken.", { status: 500, code: "INTERNAL_ERROR" }));
    await settle();
    queue.retry(queue.getState().uploads.map(({ id }) => id));
    await settle();
    expect(sent).toHaveLength(2);
    expect(queue.getState().isPaused).toBe(false);
  });

  it("stops when the server rejects a file and marks the file with its message", async () => {
    const { queue, sent } = aServer();
    queue.add(files("a.pdf", "b.pdf", "c.pdf", "d.pdf"));
    await settle();
    sent[0]?.refuse(new ApiError("No more documents.", { status: 402, code: "DOCUMENTS_LIMIT" }));
    await settle();
    expect(queue.getState()).toMatchObject({ isPaused: true, isLimitReached: true });
    expect(queue.getState().uploads[0]).toMatchObject({
      status: "failed",
      problem: { text: "No more documents." },
    });
    expect(sent).toHaveLength(3);
  });

  it("opens the upgrade dialog for a document over the allowance", async () => {
    const { queue, sent } = aServer();
    queue.add(files("a.pdf"));
    await settle();
    sent[0]?.answer(aDocument());
    await settle();
    queue.applyProgress({
      ...EVENT,
      processingStatus: "failed",
      error: "No more documents.",
      errorCode: "DOCUMENTS_LIMIT",
    });
    expect(queue.getState()).toMatchObject({ isPaused: true, isLimitReached: true });
  });

  it("waits while the server is unreachable, then continues without sending anything twice", async () => {
    const { queue, calls, sent, stored } = aServer();
    queue.add(files("a.pdf", "b.pdf"));
    await settle();
    calls.readBatch.mockRejectedValueOnce(noAnswer("NETWORK_ERROR"));
    // The first was stored, but its response was lost.
    stored.push(aDocument({ _id: "d1", originalName: "a.pdf" }));
    for (const one of sent) one.refuse(noAnswer("NETWORK_ERROR"));
    await settle();
    expect(statuses(queue)).toEqual(["pending", "pending"]);
    expect(queue.getState().isAway).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(queue.getState().isAway).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(queue.getState().isAway).toBe(false);
    expect(statuses(queue)).toEqual(["processing", "uploading"]);
    expect(sent.map(({ file }) => file.name)).toEqual(["a.pdf", "b.pdf", "b.pdf"]);
  });

  it("retries at once when the network is back", async () => {
    const { queue, sent } = aServer();
    queue.add(files("a.pdf"));
    await settle();
    sent[0]?.refuse(noAnswer("NETWORK_ERROR"));
    await settle();
    queue.wake();
    await settle();
    expect(sent).toHaveLength(2);
  });

  it("applies events to the list, including those that arrived before the response", async () => {
    const { queue, sent } = aServer();
    queue.add(files("a.pdf"));
    await settle();
    queue.applyProgress(EVENT);
    queue.applyProgress({ ...EVENT, batchId: "another", share: 0.9 });
    sent[0]?.answer(aDocument());
    await settle();
    expect(queue.getState().uploads[0]).toMatchObject({
      status: "processing",
      stage: "reading",
      share: 0.5,
      queuePosition: 2,
    });
  });

  it("ignores an older response", async () => {
    const { queue, calls, sent } = aServer();
    queue.add(files("a.pdf"));
    await settle();
    sent[0]?.answer(aDocument());
    await settle();
    let answer: (batch: Batch) => void = () => undefined;
    calls.readBatch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const refreshed = queue.refresh();
    queue.applyProgress({
      ...EVENT,
      processingStatus: "completed",
      detectedType: { type: "cv", confidence: 1 },
    });
    answer(aBatch({ documents: [aDocument({ processingStatus: "processing" })] }));
    await refreshed;
    expect(queue.getState().uploads[0]).toMatchObject({ status: "completed", type: "cv" });
  });

  it("keeps the state for an unchanged response", async () => {
    const { queue, calls } = aServer();
    const documents = [aDocument({ processingStatus: "completed" }), aDocument({ _id: "d2" })];
    queue.load(aBatch({ documents }));
    const before = queue.getState().uploads;
    await queue.refresh();
    expect(queue.getState().uploads).toBe(before);
    calls.readBatch.mockResolvedValue(
      aBatch({
        documents: [documents[0]!, aDocument({ _id: "d2", processingStatus: "completed" })],
      }),
    );
    await queue.refresh();
    expect(queue.getState().uploads[0]).toBe(before[0]);
    expect(queue.getState().uploads[1]?.status).toBe("completed");
  });

  it("cancels an upload and deletes the document if the server has stored it", async () => {
    const { queue, calls, sent, stored } = aServer();
    queue.add(files("a.pdf"));
    await settle();
    stored.push(aDocument({ originalName: "a.pdf" }));
    queue.remove(queue.getState().uploads[0]?.id ?? "");
    await settle();
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(queue.getState().uploads[0]).toMatchObject({
      status: "failed",
      problem: { key: "cancelled" },
    });
    expect(calls.deleteDocument).toHaveBeenCalledWith("d1");
    expect(queue.getState().uploads).toHaveLength(1);
  });

  it("cancels processing by deleting the document, and can upload the file again", async () => {
    const { queue, calls, sent } = aServer();
    queue.add(files("a.pdf"));
    await settle();
    sent[0]?.answer(aDocument());
    await settle();
    const id = queue.getState().uploads[0]?.id ?? "";
    queue.remove(id);
    await settle();
    expect(calls.deleteDocument).toHaveBeenCalledWith("d1");
    expect(statuses(queue)).toEqual(["failed"]);
    queue.retry([id]);
    await settle();
    expect(sent).toHaveLength(2);
  });

  it("keeps a document that could not be deleted", async () => {
    const { queue, calls } = aServer();
    queue.load(aBatch({ documents: [aDocument({ processingStatus: "completed" })] }));
    calls.deleteDocument.mockRejectedValue(
      new ApiError("This document belongs to a candidate.", { status: 409, code: "INVALID_STATE" }),
    );
    queue.remove(queue.getState().uploads[0]?.id ?? "");
    expect(queue.getState().uploads).toHaveLength(0);
    await settle();
    expect(queue.getState().uploads[0]).toMatchObject({
      documentId: "d1",
      problem: { text: "This document belongs to a candidate." },
    });
  });

  it("shows a reopened batch and retries a failed document", async () => {
    const { queue, calls } = aServer();
    const failed = aDocument({
      processingStatus: "failed",
      processingError: "The AI on this server is not available right now.",
      errorCode: "ENGINE_UNAVAILABLE",
    });
    queue.load(aBatch({ documents: [failed, aDocument({ _id: "d2" })] }));
    expect(statuses(queue)).toEqual(["failed", "processing"]);
    queue.retry(queue.getState().uploads.map(({ id }) => id));
    await settle();
    expect(calls.retryDocument.mock.calls).toEqual([["d1"]]);
    expect(statuses(queue)).toEqual(["processing", "processing"]);
  });

  it("stops when the page is left and keeps the documents on the server", async () => {
    const { queue, calls, sent } = aServer();
    queue.add(files("a.pdf"));
    await settle();
    queue.close();
    await settle();
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(calls.deleteDocument).not.toHaveBeenCalled();
  });
});
