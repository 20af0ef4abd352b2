/** Rows of the transcript section, and the transcript as plain text. */
import type { TFunction } from "i18next";
export interface TranscriptLine {
  _id: string;
  speaker: "interviewer" | "candidate";
  text: string;
  timestamp: string;
  startSeconds: number;
  endSeconds: number;
}

export const PREVIEW_SEGMENTS = 5;
const HEADER_GAP_SECONDS = 60;

export interface TranscriptRow<Line> {
  segment: Line;
  /** The first line, and each line after a gap of a minute or more, has a time header. */
  hasTimeHeader: boolean;
}

export function transcriptRows<Line extends Pick<TranscriptLine, "startSeconds" | "endSeconds">>(
  segments: readonly Line[],
): TranscriptRow<Line>[] {
  return segments.map((segment, index) => {
    const previous = segments[index - 1];
    return {
      segment,
      hasTimeHeader:
        previous === undefined || segment.startSeconds - previous.endSeconds >= HEADER_GAP_SECONDS,
    };
  });
}

/** The transcript as plain text, one line per segment. */
export function transcriptAsText(
  t: TFunction<"report">,
  segments: readonly Pick<TranscriptLine, "speaker" | "text">[],
): string {
  return segments.map(({ speaker, text }) => `${t(`speakers.${speaker}`)}: ${text}`).join("\n");
}
