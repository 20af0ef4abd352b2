/** Time of a transcript line, as a link to the line. */
import { useTranslation } from "react-i18next";

import { formatElapsed } from "@/lib/format";

import { useSegmentJump } from "../hooks/use-segment-jump";
import { originMark } from "../lib/transcript-text";

interface SegmentLinkProps {
  segmentId: string;
  quote?: string;
  startSeconds?: number;
  /** Whether a line that the server did not transcribe is marked. */
  marksImported?: boolean;
}

/** A time that links to its line of the transcript. */
export function SegmentLink({
  segmentId,
  quote,
  startSeconds,
  marksImported = true,
}: SegmentLinkProps) {
  const { t } = useTranslation("report");
  const { segments, jumpTo } = useSegmentJump();
  const segment = segments.get(segmentId);
  const seconds = segment?.startSeconds ?? startSeconds;
  if (seconds === undefined) return null;
  const time = formatElapsed(seconds);
  const mark = segment && originMark(segment);
  if (!segment) return <span className="font-mono text-xs text-muted tabular-nums">{time}</span>;
  return (
    <span className="whitespace-nowrap">
      <button
        type="button"
        aria-label={t("showTime", { time })}
        onClick={() => jumpTo(segmentId, quote)}
        className="touch-target rounded-sm font-mono text-xs text-accent-ink tabular-nums underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
      >
        {time}
      </button>
      {marksImported && mark && (
        <span className="text-xs text-muted"> ({t(`transcript.${mark}`)})</span>
      )}
    </span>
  );
}
