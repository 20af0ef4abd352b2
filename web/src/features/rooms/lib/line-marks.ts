/** Marks of lines that the server did not transcribe, for the lines and for quotes of them. */
import { createContext } from "react";

import type { TranscriptLine } from "../engine/transcript";

/** Keys under `transcript`. */
type LineMark = "imported" | "demo";

/** Marks by the id of the segment. */
type LineMarks = ReadonlyMap<string, LineMark>;

export const LineMarksContext = createContext<LineMarks>(new Map());

export function findLineMark({ origin }: Pick<TranscriptLine, "origin">): LineMark | null {
  if (origin === null || origin === "live") return null;
  return origin === "demo" ? "demo" : "imported";
}

/** The key of a line that was not transcribed here is the id of its segment. */
export function listLineMarks(lines: readonly TranscriptLine[]): LineMarks {
  const marks = new Map<string, LineMark>();
  for (const line of lines) {
    const mark = findLineMark(line);
    if (mark !== null) marks.set(line.key, mark);
  }
  return marks;
}
