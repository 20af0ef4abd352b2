/** Records a few seconds from the microphone. */
import { encodeWav } from "./wav";

/** What speech models take. */
const SAMPLE_RATE = 16_000;

/** Whether browsers allow the microphone here: on HTTPS pages and on this machine only. */
function canRecord(): boolean {
  // Typed as always there, but left out on insecure pages.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return window.isSecureContext && devices !== undefined;
}

/** Records `seconds` as a mono WAV file. Raises DOMException without a microphone or permission. */
async function recordVoice(seconds: number, onStarted: () => void): Promise<Blob> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  try {
    const recorder = new MediaRecorder(stream);
    const parts: Blob[] = [];
    const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
    recorder.start();
    onStarted();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    recorder.stop();
    await ended;
    return await toWav(new Blob(parts));
  } finally {
    stream.getTracks().forEach((track) => track.stop());
  }
}

/** The server reads no WebM, so the browser decodes what it has recorded. */
async function toWav(recording: Blob): Promise<Blob> {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE });
  try {
    const audio = await context.decodeAudioData(await recording.arrayBuffer());
    return encodeWav(audio.getChannelData(0), SAMPLE_RATE);
  } finally {
    await context.close();
  }
}

/** What the spoken test needs of a browser. */
export const voiceRecorder = { canRecord, recordVoice };
