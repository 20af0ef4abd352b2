import { FrameCutter } from "./frame-cutter";
import { GapMeter } from "./gap-meter";
import { Resampler } from "./resampler";

/**
 * Runs on the audio thread: turns what the microphone gives into 100 ms frames of 16 kHz mono 16-bit PCM and posts
 * them. A muted microphone gives zeros and so silent frames: the timeline never stops.
 */

/** What an AudioWorkletGlobalScope offers; TypeScript's DOM library knows only the page's side of it. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

const SPEECH_RATE = 16_000;
/** Samples a call of `process` gets, by the Web Audio specification. */
const RENDER_QUANTUM = 128;

class CaptureProcessor extends AudioWorkletProcessor {
  private readonly cutter = new FrameCutter();
  private readonly resampler =
    sampleRate === SPEECH_RATE ? null : new Resampler(sampleRate, SPEECH_RATE);
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
    const missing = this.gaps.note(Date.now());
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
