/** Tests of the adaptation of sent video: what is read of the browser, and what is set. */
import { beforeEach, describe, expect, it, vi } from "vitest";

import { VIDEO_STEPS } from "./video-quality";
import { throttleVideo } from "./video-throttle";

const INTERVAL_MS = 2_000;

interface Parameters {
  encodings: Record<string, unknown>[];
}

class FakeSender {
  readonly set: Parameters[] = [];
  stats: Record<string, unknown> = { qualityLimitationReason: "none" };
  readonly track: { kind: string };

  constructor(kind: string) {
    this.track = { kind };
  }

  getParameters = (): Parameters => ({ encodings: [{}] });
  setParameters = (parameters: Parameters) => {
    this.set.push(parameters);
    return Promise.resolve();
  };
  getStats = () =>
    Promise.resolve([
      { type: "codec" },
      { type: "outbound-rtp", ...this.stats },
    ] as unknown as RTCStatsReport);
}

function start(isDroppingSound = () => false) {
  const video = new FakeSender("video");
  const audio = new FakeSender("audio");
  const connection = { getSenders: () => [audio, video] } as unknown as RTCPeerConnection;
  const stop = throttleVideo(connection, isDroppingSound);
  return { video, audio, stop };
}

const measure = () => vi.advanceTimersByTimeAsync(INTERVAL_MS);

describe("throttleVideo", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("leaves the video alone while the computer keeps up", async () => {
    const { video } = start();
    video.stats = { qualityLimitationReason: "none", framesEncoded: 60, totalEncodeTime: 0.3 };
    await measure();
    expect(video.set).toEqual([]);
  });

  it("lets sound go first where the network queues", () => {
    const { audio } = start();
    expect(audio.set).toEqual([{ encodings: [{ priority: "high", networkPriority: "high" }] }]);
  });

  it("sends less video as soon as sound is dropped", async () => {
    const { video } = start(() => true);
    await measure();
    const { scaleDownBy, framesPerSecond, bitsPerSecond } = VIDEO_STEPS[1]!;
    expect(video.set).toEqual([
      {
        encodings: [
          {
            scaleResolutionDownBy: scaleDownBy,
            maxFramerate: framesPerSecond,
            maxBitrate: bitsPerSecond,
          },
        ],
      },
    ]);
    await measure();
    expect(video.set).toHaveLength(2);
  });

  it("measures the encoding since the last measurement, not since the start", async () => {
    const { video } = start();
    // An hour of easy frames, then two seconds in which a frame takes 30 ms.
    video.stats = { framesEncoded: 100_000, totalEncodeTime: 500 };
    await measure();
    expect(video.set).toEqual([]);
    video.stats = { framesEncoded: 100_060, totalEncodeTime: 501.8 };
    await measure();
    expect(video.set).toHaveLength(1);
  });

  it("survives a browser without these statistics, and a connection that is gone", async () => {
    const { video } = start();
    video.stats = {};
    await measure();
    video.getStats = () => Promise.reject(new DOMException("", "InvalidStateError"));
    await measure();
    expect(video.set).toEqual([]);
  });

  it("stops", async () => {
    const { video, stop } = start(() => true);
    stop();
    await measure();
    expect(video.set).toEqual([]);
  });
});
