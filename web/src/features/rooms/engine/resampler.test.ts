/** Tests of the audio resampler. */
import { describe, expect, it } from "vitest";

import { Resampler } from "./resampler";

function tone(frequency: number, rate: number, seconds: number): Float32Array {
  return Float32Array.from({ length: rate * seconds }, (_, index) =>
    Math.sin((2 * Math.PI * frequency * index) / rate),
  );
}

function convert(input: Float32Array, inputRate: number, chunk: number): Float32Array {
  const resampler = new Resampler(inputRate, 16_000);
  const output: number[] = [];
  for (let start = 0; start < input.length; start += chunk) {
    output.push(...resampler.process(input.subarray(start, start + chunk)));
  }
  return Float32Array.from(output);
}

function level(samples: Float32Array): number {
  const middle = samples.subarray(2000, samples.length - 2000);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
}

describe("Resampler", () => {
  it.each([44_100, 48_000, 96_000])("keeps the level of speech frequencies from %i Hz", (rate) => {
    expect(level(convert(tone(1_000, rate, 1), rate, 128))).toBeCloseTo(Math.SQRT1_2, 2);
    expect(level(convert(tone(5_000, rate, 1), rate, 128))).toBeCloseTo(Math.SQRT1_2, 1);
  });

  it.each([44_100, 48_000])(
    "does not alias frequencies above 8 kHz into the speech from %i Hz",
    (rate) => {
      expect(level(convert(tone(11_000, rate, 1), rate, 128))).toBeLessThan(0.01);
    },
  );

  it("returns 16,000 samples per second, in time with the input", () => {
    const output = convert(tone(440, 44_100, 1), 44_100, 128);
    expect(Math.abs(output.length - 16_000)).toBeLessThan(60);
    const expected = tone(440, 16_000, 1);
    let largest = 0;
    for (let index = 1000; index < 15_000; index += 1) {
      largest = Math.max(largest, Math.abs((output[index] ?? 0) - (expected[index] ?? 0)));
    }
    expect(largest).toBeLessThan(0.02);
  });

  it("returns the same whatever the chunk size", () => {
    const input = tone(700, 48_000, 1);
    const small = convert(input, 48_000, 128);
    const large = convert(input, 48_000, 4096);
    expect([...small]).toEqual([...large]);
  });
});
