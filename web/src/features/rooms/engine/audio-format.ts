/** Format of the audio that the server expects: 16-bit little-endian mono PCM in frames of 100 ms. */
import type { Schemas } from "@/api/types";

type AudioFormat = Schemas["AudioFormat"];

export const SAMPLE_RATE: AudioFormat["sampleRate"] = 16_000;
export const FRAME_SAMPLES: AudioFormat["frameSamples"] = 1_600;
export const FRAME_BYTES: AudioFormat["frameBytes"] = 3_200;
export const FRAMES_PER_SECOND = SAMPLE_RATE / FRAME_SAMPLES;
