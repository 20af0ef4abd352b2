/** Tests of the upload queue: order, allowance and cancellation. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "@/api/errors";

import { aServer, EVENT, files, settle, statuses } from "../testing/upload-server";
import { aBatch, aDocument } from "../testing/uploads";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("UploadQueue", () => {
  it("uploads three files at once and the next as soon as one has finished", async () => {
    const { queue, calls, sent } = aServer();
    queue.add(files("a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"));
    await settle();
    expect(calls.createBatch).toHaveBeenCalledTimes(1);
    expect(sent.map(({ file }) => file.name)).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
    sent[1]?.respond(aDocument({ _id: "d2", originalName: "b.pdf" }));
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
    sent[0]?.respond(aDocument());
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
    sent[0]?.fail(new ApiError("Broken.", { status: 500, code: "INTERNAL_ERROR" }));
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
    sent[0]?.fail(new ApiError("No more documents.", { status: 402, code: "DOCUMENTS_LIMIT" }));
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
    sent[0]?.respond(aDocument());
    await settle();
    queue.applyProgress({
      ...EVENT,
      processingStatus: "failed",
      error: "No more documents.",
      errorCode: "DOCUMENTS_LIMIT",
      isRetryable: true,
    });
    expect(queue.getState()).toMatchObject({ isPaused: true, isLimitReached: true });
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
    sent[0]?.respond(aDocument());
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
});
