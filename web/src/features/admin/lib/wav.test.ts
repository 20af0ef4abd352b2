/** Tests of WAV files. */
import { describe, expect, it } from "vitest";

import { encodeWav } from "./wav";

describe("encodeWav", () => {
  it("writes a header for mono with 16 bits, then the samples", async () => {
    const blob = encodeWav(Float32Array.of(0, 0.5, -1, 2), 16_000);
    const view = new DataView(await blob.arrayBuffer());
    const text = (offset: number, length: number) =>
      String.fromCharCode(...new Uint8Array(view.buffer, offset, length));
    expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(["RIFF", "WAVEfmt ", "data"]);
    expect(view.getUint32(4, true)).toBe(view.byteLength - 8);
    expect(view.getUint32(24, true)).toBe(16_000);
    expect(view.getUint32(40, true)).toBe(8);
    const samples = [44, 46, 48, 50].map((offset) => view.getInt16(offset, true));
    expect(samples).toEqual([0, 16_384, -32_767, 32_767]);
  });
});
