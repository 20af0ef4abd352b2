/** Level of a microphone, for a meter. */
import { useEffect, useState } from "react";

const TICK_MS = 100;
/** Samples per reading: 170 ms at 48 kHz, more than a tick, so that no short sound falls between two readings. */
const READING_SAMPLES = 8_192;
/** Peak of the samples that fills the meter: a voice at arm's length seldom gets louder. */
const FULL_SCALE = 0.3;

/** Loudness from 0 to 1, updated ten times a second; 0 without a microphone. */
export function useMicrophoneLevel(stream: MediaStream | null): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (stream === null || stream.getAudioTracks().length === 0) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = READING_SAMPLES;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      if (context.state === "suspended") void context.resume();
      analyser.getFloatTimeDomainData(samples);
      setLevel(Math.min(1, peak(samples) / FULL_SCALE));
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      setLevel(0);
      void context.close();
    };
  }, [stream]);
  return level;
}

function peak(samples: Float32Array): number {
  let highest = 0;
  for (const sample of samples) highest = Math.max(highest, Math.abs(sample));
  return highest;
}
