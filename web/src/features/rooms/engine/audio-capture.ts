import captureWorkletUrl from "./capture.worklet.ts?worker&url";

const SPEECH_RATE = 16_000;
/** The worklet answers within a render quantum; an audio thread that is suspended never does. */
const STOP_WAIT_MS = 500;

export interface AudioCapture {
  /** Ends the capture; resolves when the last begun frame has been handed over. */
  stop: () => Promise<void>;
}

/**
 * Captures the audio of `stream` as 100 ms frames (1,600 samples, 16 kHz, mono, 16-bit little-endian).
 *
 * Raises what `AudioContext` and `addModule` raise. A browser that holds the audio back until the page is touched
 * is asked again at the next touch.
 */
export async function startAudioCapture(
  stream: MediaStream,
  onFrame: (pcm: ArrayBuffer) => void,
  onHeldBack: (isHeldBack: boolean) => void,
): Promise<AudioCapture> {
  const { context, source } = connectSource(stream);
  await context.audioWorklet.addModule(captureWorkletUrl);
  const node = new AudioWorkletNode(context, "greenroom-capture", {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    channelCount: 1,
    channelCountMode: "explicit",
  });
  let reportStopped: () => void = () => undefined;
  node.port.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data instanceof ArrayBuffer) onFrame(event.data);
    else reportStopped();
  };
  source.connect(node);
  // Its output is silence, but a node that leads nowhere is not run by every browser.
  node.connect(context.destination);
  const tellState = () => onHeldBack(context.state === "suspended");
  context.addEventListener("statechange", tellState);
  tellState();
  const forgetWaking = wakeOnTouch(context);

  return {
    stop: async () => {
      context.removeEventListener("statechange", tellState);
      onHeldBack(false);
      forgetWaking();
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
  const preferred = new AudioContext({ sampleRate: SPEECH_RATE });
  try {
    return { context: preferred, source: preferred.createMediaStreamSource(stream) };
  } catch {
    // Firefox refuses a microphone of another rate; there the worklet converts.
    void preferred.close();
    const context = new AudioContext();
    return { context, source: context.createMediaStreamSource(stream) };
  }
}

function wakeOnTouch(context: AudioContext): () => void {
  const wake = () => {
    if (context.state === "suspended") void context.resume();
  };
  wake();
  const events = ["pointerdown", "keydown", "visibilitychange"] as const;
  for (const event of events) document.addEventListener(event, wake);
  return () => {
    for (const event of events) document.removeEventListener(event, wake);
  };
}
