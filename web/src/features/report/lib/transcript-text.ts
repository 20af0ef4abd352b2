/** Rows of the transcript section, and the transcript as plain text. */
import type { TFunction } from "i18next";

import type { Segment } from "../api/types";

export interface TranscriptLine {
  _id: string;
  speaker: "interviewer" | "candidate";
  text: string;
  timestamp: string;
  startSeconds: number;
  endSeconds: number;
}

/** Mark of a line that the server did not transcribe; null for one that it did. */
export function originMark({ origin }: Pick<Segment, "origin">): "imported" | "demo" | null {
  if (origin === "live") return null;
  return origin === "demo" ? "demo" : "imported";
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

/** The gaps that begin between two lines; before the first without `previous`, after the last without `next`. */
export function gapsBetween<Gap extends Pick<TranscriptLine, "startSeconds">>(
  gaps: readonly Gap[],
  previous: Pick<TranscriptLine, "startSeconds"> | undefined,
  next: Pick<TranscriptLine, "startSeconds"> | undefined,
): Gap[] {
  return gaps.filter(
    ({ startSeconds }) =>
      startSeconds >= (previous?.startSeconds ?? -Infinity) &&
      startSeconds < (next?.startSeconds ?? Infinity),
  );
}

/** The transcript as plain text, one line per segment. */
export function transcriptAsText(
  t: TFunction<"report">,
  segments: readonly Pick<Segment, "speaker" | "text" | "origin">[],
): string {
  return segments
    .map(({ speaker, text, origin }) => {
      const mark = originMark({ origin });
      const name = t(`speakers.${speaker}`);
      return `${name}${mark === null ? "" : ` (${t(`transcript.${mark}`)})`}: ${text}`;
    })
    .join("\n");
}
