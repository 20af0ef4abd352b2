/**
 * Streaming sample-rate conversion with a windowed-sinc low-pass filter.
 *
 * For browsers that cannot open an AudioContext at 16 kHz for a microphone with another rate. Plain decimation
 * would alias everything above 8 kHz into the speech.
 */

/** Zero crossings of the sinc on each side of the center; 16 keep the pass band flat to about 7.2 kHz at 16 kHz. */
const ZERO_CROSSINGS = 16;

export class Resampler {
  private readonly step: number;
  private readonly cutoff: number;
  private readonly reach: number;
  private pending: Float32Array<ArrayBuffer>;
  /** Position of the next output sample in `pending`, in input samples. */
  private position: number;

  /** Rates in samples per second. */
  constructor(inputRate: number, outputRate: number) {
    if (!(inputRate > 0) || !(outputRate > 0))
      throw new RangeError("Sample rates must be positive.");
    this.step = inputRate / outputRate;
    this.cutoff = Math.min(1, outputRate / inputRate);
    this.reach = Math.ceil(ZERO_CROSSINGS / this.cutoff);
    this.pending = new Float32Array(this.reach);
    this.position = this.reach;
  }

  /** Takes any number of input samples and returns the output samples that can be computed so far. */
  process(input: Float32Array): Float32Array<ArrayBuffer> {
    const samples = new Float32Array(this.pending.length + input.length);
    samples.set(this.pending);
    samples.set(input, this.pending.length);

    const count = Math.max(0, Math.ceil((samples.length - this.reach - this.position) / this.step));
    const output = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
      output[index] = this.interpolate(samples, this.position + index * this.step);
    }
    const next = this.position + count * this.step;
    const keepFrom = Math.max(0, Math.floor(next) - this.reach);
    this.pending = samples.slice(keepFrom);
    this.position = next - keepFrom;
    return output;
  }

  private interpolate(samples: Float32Array, at: number): number {
    const first = Math.max(0, Math.ceil(at - this.reach));
    const last = Math.min(samples.length - 1, Math.floor(at + this.reach));
    let sum = 0;
    let weight = 0;
    for (let index = first; index <= last; index += 1) {
      const tap = kernel((index - at) * this.cutoff);
      sum += (samples[index] ?? 0) * tap;
      weight += tap;
    }
    return weight === 0 ? 0 : sum / weight;
  }
}

const TABLE_STEPS = 512;
/** One side of a Hann-windowed sinc, `TABLE_STEPS` entries per zero crossing: sines are too slow on the audio thread. */
const TABLE = Float32Array.from({ length: ZERO_CROSSINGS * TABLE_STEPS + 2 }, (_, index) => {
  const x = index / TABLE_STEPS;
  if (x >= ZERO_CROSSINGS) return 0;
  const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
  return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / ZERO_CROSSINGS));
});

/** The filter at `x` zero crossings from its center. */
function kernel(x: number): number {
  const position = Math.abs(x) * TABLE_STEPS;
  const index = Math.floor(position);
  const left = TABLE[index] ?? 0;
  const right = TABLE[index + 1] ?? 0;
  return left + (right - left) * (position - index);
}
