/** Tests of the audio worklet: what a microphone's channels become. */
import { beforeEach, describe, expect, it, vi } from "vitest";

import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format";
import type { CapturedFrame } from "./capture.worklet";

interface Processor {
  readonly port: { onmessage: (() => void) | null };
  process: (inputs: Float32Array[][]) => boolean;
}

const QUANTUM = 128;
let posted: (CapturedFrame | "stopped")[];
let processor: Processor;

beforeEach(async () => {
  posted = [];
  vi.resetModules();
  vi.stubGlobal("sampleRate", SAMPLE_RATE);
  vi.stubGlobal(
    "AudioWorkletProcessor",
    class {
      readonly port = {
        onmessage: null,
        postMessage: (message: CapturedFrame | "stopped") => void posted.push(message),
      };
    },
  );
  let registered: (new () => Processor) | null = null;
  vi.stubGlobal("registerProcessor", (_name: string, made: new () => Processor) => {
    registered = made;
  });
  await import("./capture.worklet");
  processor = new registered!();
});

/** The samples of the first frame that these channels fill, from -1 to 1. */
function capture(...values: number[]): number[] {
  const channels = values.map((value) => new Float32Array(QUANTUM).fill(value));
  while (posted.length === 0) processor.process([channels]);
  const [frame] = posted;
  if (frame === undefined || frame === "stopped") throw new Error("no frame");
  return [...new Int16Array(frame.pcm)].map((sample) => sample / 0x7fff);
}

describe("the capture worklet", () => {
  it("passes a single channel on", () => {
    const samples = capture(0.5);
    expect(samples).toHaveLength(FRAME_SAMPLES);
    expect(samples.every((sample) => Math.abs(sample - 0.5) < 0.001)).toBe(true);
  });

  it("mixes stereo to the mean of both channels", () => {
    expect(capture(0.6, 0.2)[0]).toBeCloseTo(0.4, 3);
  });

  it("does not let one side of a stereo microphone clip", () => {
    expect(capture(1, 1)[0]).toBeCloseTo(1, 3);
  });

  it("turns values that are no numbers into silence", () => {
    expect(capture(Number.NaN)[0]).toBe(0);
    posted = [];
    expect(capture(Number.NaN, 0.5)[0]).toBe(0);
  });

  it("captures silence while no microphone is connected", () => {
    while (posted.length === 0) processor.process([[]]);
    expect(new Int16Array((posted[0] as CapturedFrame).pcm).every((sample) => sample === 0)).toBe(
      true,
    );
  });

  it("delivers the last incomplete frame before it stops", () => {
    processor.process([[new Float32Array(QUANTUM).fill(0.5)]]);
    processor.port.onmessage?.();
    expect(posted).toHaveLength(2);
    expect(posted[1]).toBe("stopped");
    expect(processor.process([[new Float32Array(QUANTUM)]])).toBe(false);
  });
});
