/** Tests of live changes of the billing account over the socket. */
import type { Socket } from "socket.io-client";
import { afterEach, describe, expect, it, vi } from "vitest";

import { watchBilling } from "./billing-changes";

function aSocket() {
  const handlers = new Map<string, (payload?: unknown) => void>();
  const asked: unknown[] = [];
  const socket = {
    on: (event: string, handler: (payload?: unknown) => void) => handlers.set(event, handler),
    timeout: () => ({
      emitWithAck: (event: string, payload: unknown) => {
        asked.push([event, payload]);
        return Promise.resolve({ success: true });
      },
    }),
    connect: vi.fn(),
    removeAllListeners: () => handlers.clear(),
    close: vi.fn(),
  };
  const say = (event: string, payload?: unknown) => handlers.get(event)?.(payload);
  return { socket: socket as unknown as Socket, asked, say, close: socket.close };
}

afterEach(() => window.localStorage.clear());

describe("watchBilling", () => {
  it("authenticates and reports every change", async () => {
    window.localStorage.setItem("token", "a session");
    const { socket, asked, say } = aSocket();
    const onChange = vi.fn();
    watchBilling(onChange, socket);
    say("connect");
    await vi.waitFor(() => expect(asked).toEqual([["watch-billing", { token: "a session" }]]));
    expect(onChange).not.toHaveBeenCalled();
    say("billing-changed", {});
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("reports a change after a reconnection, because events may have been missed", async () => {
    const { socket, asked, say } = aSocket();
    const onChange = vi.fn();
    watchBilling(onChange, socket);
    say("connect");
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await Promise.resolve();
    say("connect");
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  });

  it("reports nothing once it is closed", () => {
    const { socket, say, close } = aSocket();
    const onChange = vi.fn();
    watchBilling(onChange, socket)();
    say("billing-changed", {});
    expect(onChange).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalled();
  });
});
