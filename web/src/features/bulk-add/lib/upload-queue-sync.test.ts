/** Tests of the upload queue and the server: lost connections, events and reopened batches. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { noResponse } from "@/api/errors";

import type { Batch } from "../api/types";
import { aServer, EVENT, files, settle, statuses } from "../testing/upload-server";
import { aBatch, aDocument } from "../testing/uploads";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("UploadQueue, in sync with the server", () => {
  it("waits while the server is unreachable, then continues without sending anything twice", async () => {
    const { queue, calls, sent, stored } = aServer();
    queue.add(files("a.pdf", "b.pdf"));
    await settle();
    calls.readBatch.mockRejectedValueOnce(noResponse("NETWORK_ERROR"));
    // The first was stored, but its response was lost.
    stored.push(aDocument({ _id: "d1", originalName: "a.pdf" }));
    for (const one of sent) one.fail(noResponse("NETWORK_ERROR"));
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
    sent[0]?.fail(noResponse("NETWORK_ERROR"));
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
    sent[0]?.respond(aDocument());
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
    sent[0]?.respond(aDocument());
    await settle();
    let respond: (batch: Batch) => void = () => undefined;
    calls.readBatch.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    const refreshed = queue.refresh();
    queue.applyProgress({
      ...EVENT,
      processingStatus: "completed",
      detectedType: { type: "cv", confidence: 1 },
    });
    respond(aBatch({ documents: [aDocument({ processingStatus: "processing" })] }));
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
