/** Audio worklet: turns microphone input into 100 ms frames on the audio thread. */
import { SAMPLE_RATE } from "./audio-format";
import { FrameCutter } from "./frame-cutter";
import { Resampler } from "./resampler";

/** Globals of an AudioWorkletGlobalScope, which TypeScript's DOM library does not declare. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Samples per call of `process`, by the Web Audio specification. */
const RENDER_QUANTUM = 128;

/** What the worklet posts to the page. */
export interface CapturedFrame {
  /** 100 ms of 16 kHz mono 16-bit PCM. */
  readonly pcm: ArrayBuffer;
  /** When its last sample was recorded, by the computer's clock. */
  readonly capturedAtMs: number;
}

/**
 * Posts captured frames. A muted microphone yields silent frames. A starved or sleeping computer yields none, which
 * only the times of the next ones show.
 */
class CaptureProcessor extends AudioWorkletProcessor {
  private readonly cutter = new FrameCutter();
  private readonly resampler =
    sampleRate === SAMPLE_RATE ? null : new Resampler(sampleRate, SAMPLE_RATE);
  private isStopped = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      const rest = this.cutter.flush();
      if (rest !== null) this.post(rest, Date.now());
      this.port.postMessage("stopped");
      this.isStopped = true;
    };
  }

  process(inputs: Float32Array[][]): boolean {
    if (this.isStopped) return false;
    const samples = mixDown(inputs[0] ?? []);
    const nowMs = Date.now();
    for (const pcm of this.cutter.push(this.resampler?.process(samples) ?? samples)) {
      this.post(pcm, nowMs);
    }
    return true;
  }

  private post(pcm: ArrayBuffer, capturedAtMs: number): void {
    this.port.postMessage({ pcm, capturedAtMs } satisfies CapturedFrame, [pcm]);
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
