/** Tests of the camera and microphone of this side. */
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";

import { useUserMedia } from "./use-user-media";

afterEach(() => vi.unstubAllGlobals());

describe("useUserMedia", () => {
  it("distinguishes a page without HTTPS, which has no devices, from a refusal", async () => {
    // As browsers do: `navigator.mediaDevices` is missing on such a page.
    vi.stubGlobal("navigator", { userAgent: "insecure" });
    const { result } = renderHook(() => useUserMedia(true));
    await waitFor(() => expect(result.current.failure).toBe("insecure"));
    expect(result.current.microphone).toBe("missing");
  });

  it("distinguishes a refusal from a page without HTTPS", async () => {
    const getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    vi.stubGlobal("navigator", { userAgent: "secure", mediaDevices: { getUserMedia } });
    const { result } = renderHook(() => useUserMedia(true));
    await waitFor(() => expect(result.current.failure).toBe("denied"));
    expect(result.current.microphone).toBe("refused");
  });
});
