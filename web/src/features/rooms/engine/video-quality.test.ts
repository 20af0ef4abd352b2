/** Tests of how much video is sent. */
import { describe, expect, it } from "vitest";

import { VIDEO_STEPS, VideoQuality, type VideoLoad } from "./video-quality";

const calm: VideoLoad = { limitation: "none", encodeMs: 5, isDroppingSound: false };

describe("VideoQuality", () => {
  it.each([
    ["sound is being dropped", { isDroppingSound: true }],
    ["the processor limits the video", { limitation: "cpu" }],
    ["a frame takes too long to encode", { encodeMs: 25 }],
  ])("sends less at once when %s", (_reason, problem) => {
    const quality = new VideoQuality();
    expect(quality.measure({ ...calm, ...problem })).toBe(true);
    expect(quality.step).toBe(VIDEO_STEPS[1]);
  });

  it("stops at the least, and still sends something", () => {
    const quality = new VideoQuality();
    for (let count = 0; count < 20; count += 1) quality.measure({ ...calm, isDroppingSound: true });
    expect(quality.step).toBe(VIDEO_STEPS.at(-1));
    expect(quality.measure({ ...calm, isDroppingSound: true })).toBe(false);
  });

  it("goes up slowly, one step at a time", () => {
    const quality = new VideoQuality();
    quality.measure({ ...calm, limitation: "cpu" });
    quality.measure({ ...calm, limitation: "cpu" });
    const changes = Array.from({ length: 16 }, () => quality.measure(calm));
    expect(changes.filter(Boolean)).toHaveLength(2);
    expect(quality.step).toBe(VIDEO_STEPS[0]);
  });

  it("does not go up while the network is narrow", () => {
    const quality = new VideoQuality();
    quality.measure({ ...calm, limitation: "cpu" });
    for (let count = 0; count < 30; count += 1)
      quality.measure({ ...calm, limitation: "bandwidth" });
    expect(quality.step).toBe(VIDEO_STEPS[1]);
  });
});
