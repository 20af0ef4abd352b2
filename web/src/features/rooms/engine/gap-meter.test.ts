/** Tests of the detection of audio gaps. */
import { describe, expect, it } from "vitest";

import { GapMeter } from "./gap-meter";

const RATE = 16_000;
const PIECE_MS = 10;

function run(meter: GapMeter, fromMs: number, pieces: number): number {
  let missing = 0;
  for (let index = 0; index < pieces; index += 1)
    missing += meter.record(fromMs + index * PIECE_MS);
  return missing;
}

describe("GapMeter", () => {
  it("reports no gap while audio flows, nor in a short stall", () => {
    const meter = new GapMeter(RATE);
    expect(run(meter, 0, 500) + run(meter, 6_500, 100)).toBe(0);
  });

  it("reports the length of a pause once", () => {
    const meter = new GapMeter(RATE);
    run(meter, 0, 11);
    expect(run(meter, 100 + 30_000, 100)).toBe(30 * RATE);
  });

  it("ignores a changed system clock", () => {
    const meter = new GapMeter(RATE);
    run(meter, 0, 10);
    expect(run(meter, 24 * 60 * 60_000, 10)).toBe(0);
    expect(run(meter, 0, 10)).toBe(0);
  });
});
