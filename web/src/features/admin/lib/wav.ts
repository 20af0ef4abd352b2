/** WAV files from samples. */

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** A mono WAV file with 16 bits per sample. Samples range from -1 to 1; others are clipped. */
export function encodeWav(samples: Float32Array, sampleRate: number): Blob {
  const dataBytes = samples.length * BYTES_PER_SAMPLE;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + dataBytes));
  const writeText = (offset: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, index) => view.setUint8(offset + index, byte));
  writeText(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  writeText(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
  writeText(36, "data");
  view.setUint32(40, dataBytes, true);
  samples.forEach((sample, index) => {
    const level = Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff);
    view.setInt16(HEADER_BYTES + index * BYTES_PER_SAMPLE, level, true);
  });
  return new Blob([view], { type: "audio/wav" });
}
