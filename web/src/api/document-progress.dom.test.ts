/** Tests of live document progress over the socket. */
import type { Socket } from "socket.io-client";
import { afterEach, describe, expect, it, vi } from "vitest";

import { watchDocuments, type DocumentProgress } from "./document-progress";

const PROGRESS: DocumentProgress = {
  documentId: "d1",
  batchId: "b1",
  interviewId: null,
  candidateProfileId: null,
  jobDescriptionId: null,
  processingStatus: "processing",
  stage: "reading",
  share: 0.25,
  queuePosition: null,
  error: null,
  errorCode: null,
  isRetryable: false,
  detectedType: null,
  assessmentStatus: "none",
};

/** A fake socket that emits events on demand and records requests. */
function aSocket(response: () => Promise<unknown>) {
  const handlers = new Map<string, (payload?: unknown) => void>();
  const asked: unknown[] = [];
  const socket = {
    on: (event: string, handler: (payload?: unknown) => void) => handlers.set(event, handler),
    timeout: () => ({
      emitWithAck: (event: string, payload: unknown) => {
        asked.push([event, payload]);
        return response();
      },
    }),
    connect: vi.fn(),
    removeAllListeners: () => handlers.clear(),
    close: vi.fn(),
  };
  const say = (event: string, payload?: unknown) => handlers.get(event)?.(payload);
  return { socket: socket as unknown as Socket, asked, say, close: socket.close };
}

function aWatch() {
  return { onProgress: vi.fn(), onLive: vi.fn(), onLost: vi.fn() };
}

const settled = () => vi.waitFor(() => Promise.resolve());

afterEach(() => window.localStorage.clear());

describe("watchDocuments", () => {
  it("authenticates on every connection before it is live", async () => {
    window.localStorage.setItem("token", "a session");
    const { socket, asked, say } = aSocket(() => Promise.resolve({ success: true }));
    const watch = aWatch();
    watchDocuments(watch, socket);
    say("connect");
    await vi.waitFor(() => expect(watch.onLive).toHaveBeenCalledTimes(1));
    say("disconnect");
    expect(watch.onLost).toHaveBeenCalledTimes(1);
    window.localStorage.setItem("token", "another session");
    say("connect");
    await vi.waitFor(() => expect(watch.onLive).toHaveBeenCalledTimes(2));
    expect(asked).toEqual([
      ["watch-documents", { token: "a session" }],
      ["watch-documents", { token: "another session" }],
    ]);
  });

  it.each([
    [
      "refuses",
      () => Promise.resolve({ success: false, message: "Sign in.", code: "UNAUTHORIZED" }),
    ],
    ["does not reply", () => Promise.reject(new Error("timeout"))],
  ])("is not live if the server %s", async (_, response) => {
    const { socket, say } = aSocket(response);
    const watch = aWatch();
    watchDocuments(watch, socket);
    say("connect");
    await vi.waitFor(() => expect(watch.onLost).toHaveBeenCalledTimes(1));
    expect(watch.onLive).not.toHaveBeenCalled();
  });

  it("drops payloads that violate the contract", () => {
    const { socket, say } = aSocket(() => Promise.resolve({ success: true }));
    const watch = aWatch();
    watchDocuments(watch, socket);
    say("document-progress", PROGRESS);
    say("document-progress", { ...PROGRESS, share: "half" });
    say("document-progress", "nothing");
    expect(watch.onProgress.mock.calls).toEqual([[PROGRESS]]);
  });

  it("reports nothing once it is closed", async () => {
    const { socket, say, close } = aSocket(() => Promise.resolve({ success: true }));
    const watch = aWatch();
    const stop = watchDocuments(watch, socket);
    say("connect");
    stop();
    await settled();
    say("document-progress", PROGRESS);
    expect(close).toHaveBeenCalled();
    expect(watch.onLive).not.toHaveBeenCalled();
    expect(watch.onProgress).not.toHaveBeenCalled();
  });
});
