/** Tests of what the room says about its video connection. */
import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { ConnectionStatus, PeerStatus } from "../engine/room-state";
import { BLOCKED_AFTER_MS, useVideoTrouble } from "./use-video-trouble";

interface Props {
  connection: ConnectionStatus;
  peer: PeerStatus;
}

const show = (peer: PeerStatus) =>
  renderHook((props: Props) => useVideoTrouble(props), {
    initialProps: { connection: "connected", peer },
  });
function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

describe("useVideoTrouble", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("says that the video is blocked when it never comes up, whatever is tried meanwhile", () => {
    const { result, rerender } = show("connecting");
    expect(result.current).toBeNull();
    pass(BLOCKED_AFTER_MS / 2);
    rerender({ connection: "connected", peer: "failed" });
    expect(result.current).toBe("reconnecting");
    rerender({ connection: "connected", peer: "connecting" });
    pass(BLOCKED_AFTER_MS / 2);
    expect(result.current).toBe("blocked");
    rerender({ connection: "connected", peer: "failed" });
    expect(result.current).toBe("blocked");
    rerender({ connection: "connected", peer: "connected" });
    expect(result.current).toBeNull();
  });

  it("says nothing about the video while nobody is there or the server is away", () => {
    const { result, rerender } = show("idle");
    pass(2 * BLOCKED_AFTER_MS);
    expect(result.current).toBeNull();
    rerender({ connection: "disconnected", peer: "connecting" });
    pass(2 * BLOCKED_AFTER_MS);
    expect(result.current).toBeNull();
  });
});
