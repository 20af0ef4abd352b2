/** Audio worklet: turns microphone input into 100 ms frames on the audio thread. */
import { SAMPLE_RATE } from "./audio-format";
import { FrameCutter } from "./frame-cutter";
import { GapMeter } from "./gap-meter";
import { Resampler } from "./resampler";

/** Globals of an AudioWorkletGlobalScope, which TypeScript's DOM library does not declare. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Samples per call of `process`, by the Web Audio specification. */
const RENDER_QUANTUM = 128;

/** Posts frames of 16 kHz mono 16-bit PCM. A muted microphone yields silent frames, so the timeline never stops. */
class CaptureProcessor extends AudioWorkletProcessor {
  private readonly cutter = new FrameCutter();
  private readonly resampler =
    sampleRate === SAMPLE_RATE ? null : new Resampler(sampleRate, SAMPLE_RATE);
  private readonly gaps = new GapMeter(sampleRate);
  private isStopped = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      const rest = this.cutter.flush();
      if (rest !== null) this.port.postMessage(rest, [rest]);
      this.port.postMessage("stopped");
      this.isStopped = true;
    };
  }

  process(inputs: Float32Array[][]): boolean {
    if (this.isStopped) return false;
    const samples = mixDown(inputs[0] ?? []);
    const missing = this.gaps.record(Date.now());
    for (let left = missing; left > 0; left -= sampleRate) {
      this.send(new Float32Array(Math.min(left, sampleRate)));
    }
    this.send(samples);
    return true;
  }

  private send(samples: Float32Array): void {
    for (const frame of this.cutter.push(this.resampler?.process(samples) ?? samples)) {
      this.port.postMessage(frame, [frame]);
    }
  }
}

function mixDown(channels: Float32Array[]): Float32Array {
  const [first] = channels;
  if (first === undefined) return new Float32Array(RENDER_QUANTUM);
  if (channels.length === 1) return first;
  const mono = new Float32Array(first.length);
  for (const channel of channels) {
    for (let index = 0; index < mono.length; index += 1) {
      mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) / channels.length;
    }
  }
  return mono;
}

registerProcessor("greenroom-capture", CaptureProcessor);
