/** Microphone capture on the page's side of the audio worklet. */
import { SAMPLE_RATE } from "./audio-format";
import type { CapturedFrame } from "./capture.worklet";
import captureWorkletUrl from "./capture.worklet.ts?worker&url";

/** The worklet replies within a render quantum; a suspended audio thread never does. */
const STOP_WAIT_MS = 500;

export interface AudioCapture {
  /** Continues with another microphone, in the same frames. Raises what `AudioContext` raises. */
  setStream: (stream: MediaStream) => void;
  /** Ends the capture; resolves when the last incomplete frame has been delivered. */
  stop: () => Promise<void>;
}

/**
 * Captures the audio of `stream` as frames of 100 ms.
 *
 * Raises what `AudioContext` and `addModule` raise. A browser that suspends audio until the user interacts with
 * the page is resumed at the next interaction.
 */
export async function startAudioCapture(
  stream: MediaStream,
  onFrame: (frame: CapturedFrame) => void,
  onSuspended: (isSuspended: boolean) => void,
): Promise<AudioCapture> {
  const { context, source: first } = connectSource(stream);
  let source = first;
  await context.audioWorklet.addModule(captureWorkletUrl);
  const node = new AudioWorkletNode(context, "greenroom-capture", {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    channelCount: 1,
    channelCountMode: "explicit",
  });
  let reportStopped: () => void = () => undefined;
  node.port.onmessage = ({ data }: MessageEvent<CapturedFrame | "stopped">) => {
    if (data === "stopped") reportStopped();
    else onFrame(data);
  };
  source.connect(node);
  // Its output is silence, but some browsers do not run a node without a destination.
  node.connect(context.destination);
  const reportState = () => onSuspended(context.state === "suspended");
  context.addEventListener("statechange", reportState);
  reportState();
  const stopResuming = resumeOnInteraction(context);

  return {
    setStream: (next) => {
      const replacement = context.createMediaStreamSource(next);
      source.disconnect();
      replacement.connect(node);
      source = replacement;
    },
    stop: async () => {
      context.removeEventListener("statechange", reportState);
      onSuspended(false);
      stopResuming();
      await new Promise<void>((resolve) => {
        reportStopped = resolve;
        node.port.postMessage("stop");
        setTimeout(resolve, STOP_WAIT_MS);
      });
      source.disconnect();
      node.disconnect();
      await context.close();
    },
  };
}

function connectSource(stream: MediaStream): {
  context: AudioContext;
  source: MediaStreamAudioSourceNode;
} {
  const preferred = new AudioContext({ sampleRate: SAMPLE_RATE });
  try {
    return { context: preferred, source: preferred.createMediaStreamSource(stream) };
  } catch {
    // Firefox refuses a microphone with another sample rate; the worklet converts it.
    void preferred.close();
    const context = new AudioContext();
    return { context, source: context.createMediaStreamSource(stream) };
  }
}

function resumeOnInteraction(context: AudioContext): () => void {
  const resume = () => {
    if (context.state === "suspended") void context.resume();
  };
  resume();
  const events = ["pointerdown", "keydown", "visibilitychange"] as const;
  for (const event of events) document.addEventListener(event, resume);
  return () => {
    for (const event of events) document.removeEventListener(event, resume);
  };
}
