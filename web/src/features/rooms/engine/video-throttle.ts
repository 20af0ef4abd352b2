/** Adapts the video that a connection sends to the speed of the computer. */
import { VideoQuality, type VideoLoad } from "./video-quality";

const INTERVAL_MS = 2_000;

interface EncoderCount {
  readonly frames: number;
  readonly seconds: number;
}

/** What is read of the browser's statistics; not every browser has all of it. */
interface OutboundReport {
  readonly type: string;
  readonly qualityLimitationReason?: string;
  readonly framesEncoded?: number;
  readonly totalEncodeTime?: number;
}

/** Measures every two seconds while it runs; call the result to stop. */
export function throttleVideo(
  connection: RTCPeerConnection,
  isDroppingSound: () => boolean,
): () => void {
  const quality = new VideoQuality();
  let last: EncoderCount = { frames: 0, seconds: 0 };
  const measure = async () => {
    const sender = connection.getSenders().find(({ track }) => track?.kind === "video");
    if (sender === undefined) return;
    const found = await readLoad(sender, last);
    last = found.count;
    const load: VideoLoad = { ...found.load, isDroppingSound: isDroppingSound() };
    if (quality.measure(load)) await applyStep(sender, quality);
  };
  const timer = setInterval(() => {
    // A connection that was closed meanwhile has nothing to adapt.
    measure().catch(() => undefined);
  }, INTERVAL_MS);
  for (const sender of connection.getSenders()) {
    if (sender.track?.kind === "audio") void preferAudio(sender).catch(() => undefined);
  }
  return () => clearInterval(timer);
}

async function readLoad(
  sender: RTCRtpSender,
  last: EncoderCount,
): Promise<{ load: Omit<VideoLoad, "isDroppingSound">; count: EncoderCount }> {
  let limitation = "none";
  let count = last;
  const reports = await sender.getStats();
  reports.forEach((report: OutboundReport) => {
    if (report.type !== "outbound-rtp") return;
    const { framesEncoded, totalEncodeTime, qualityLimitationReason } = report;
    limitation = qualityLimitationReason ?? limitation;
    if (typeof framesEncoded === "number" && typeof totalEncodeTime === "number")
      count = { frames: framesEncoded, seconds: totalEncodeTime };
  });
  const frames = count.frames - last.frames;
  const encodeMs = frames > 0 ? ((count.seconds - last.seconds) * 1000) / frames : null;
  return { load: { limitation, encodeMs }, count };
}

async function applyStep(sender: RTCRtpSender, quality: VideoQuality): Promise<void> {
  const { scaleDownBy, framesPerSecond, bitsPerSecond } = quality.step;
  const parameters = sender.getParameters();
  for (const encoding of parameters.encodings) {
    encoding.scaleResolutionDownBy = scaleDownBy;
    encoding.maxFramerate = framesPerSecond;
    encoding.maxBitrate = bitsPerSecond;
  }
  await sender.setParameters(parameters);
}

/** Sound goes first where the network queues. */
async function preferAudio(sender: RTCRtpSender): Promise<void> {
  const parameters = sender.getParameters();
  for (const encoding of parameters.encodings) {
    encoding.priority = "high";
    encoding.networkPriority = "high";
  }
  await sender.setParameters(parameters);
}
