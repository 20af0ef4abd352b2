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
  /** A header with the time stands above the first line and after a gap of a minute or more. */
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

export function speakerLabel(speaker: "interviewer" | "candidate"): string {
  return speaker === "candidate" ? "Candidate" : "Interviewer";
}

/** The transcript as plain text, one line a segment. */
export function transcriptAsText(
  segments: readonly Pick<TranscriptLine, "speaker" | "text">[],
): string {
  return segments.map(({ speaker, text }) => `${speakerLabel(speaker)}: ${text}`).join("\n");
}
