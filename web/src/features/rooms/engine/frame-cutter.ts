/** Conversion of captured samples into the frames that are sent. */
import { FRAME_SAMPLES } from "./audio-format";

/** Cuts a stream of float samples (−1 to 1) into frames of little-endian 16-bit samples. */
export class FrameCutter {
  private frame = new DataView(new ArrayBuffer(FRAME_SAMPLES * 2));
  private filled = 0;

  /** Returns the frames that `samples` completed. */
  push(samples: Float32Array): ArrayBuffer[] {
    const frames: ArrayBuffer[] = [];
    for (const sample of samples) {
      this.frame.setInt16(this.filled * 2, toInt16(sample), true);
      this.filled += 1;
      if (this.filled === FRAME_SAMPLES) frames.push(this.take());
    }
    return frames;
  }

  /** The incomplete frame, padded with silence; null if there is none. */
  flush(): ArrayBuffer | null {
    return this.filled === 0 ? null : this.take();
  }

  private take(): ArrayBuffer {
    const { buffer } = this.frame;
    this.frame = new DataView(new ArrayBuffer(FRAME_SAMPLES * 2));
    this.filled = 0;
    return buffer;
  }
}

function toInt16(sample: number): number {
  const clamped = Math.max(-1, Math.min(1, sample));
  return Math.round(clamped * (clamped < 0 ? 0x8000 : 0x7fff));
}
