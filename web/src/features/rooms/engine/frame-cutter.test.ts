/** Tests of audio frames cut from samples. */
import { describe, expect, it } from "vitest";

import { FRAME_BYTES, FRAME_SAMPLES } from "./audio-format";
import { FrameCutter } from "./frame-cutter";

describe("FrameCutter", () => {
  it("returns a frame for every 1,600 samples, whatever the chunk size", () => {
    const cutter = new FrameCutter();
    let frames = 0;
    for (let pushed = 0; pushed < FRAME_SAMPLES * 3; pushed += 128)
      frames += cutter.push(new Float32Array(128)).length;
    expect(frames).toBe(3);
  });

  it("writes little-endian 16-bit samples and clamps samples that are too loud", () => {
    const cutter = new FrameCutter();
    const samples = new Float32Array(FRAME_SAMPLES);
    samples.set([0, 1, -1, 2, -2, 0.5]);
    const [frame] = cutter.push(samples);
    const view = new DataView(frame ?? new ArrayBuffer(0));
    const read = [0, 1, 2, 3, 4, 5].map((index) => view.getInt16(index * 2, true));
    expect(read).toEqual([0, 32767, -32768, 32767, -32768, 16384]);
  });

  it("pads the last frame with silence", () => {
    const cutter = new FrameCutter();
    cutter.push(new Float32Array(10).fill(1));
    const rest = cutter.flush();
    expect(rest?.byteLength).toBe(FRAME_BYTES);
    expect(new DataView(rest ?? new ArrayBuffer(2)).getInt16(20, true)).toBe(0);
    expect(cutter.flush()).toBeNull();
  });
});
