/** Positions of words in a transcript line that may be misheard. */

/** A word of a line, as the server marks it. */
export interface WordMark {
  /** Which of the words between single spaces, from 0. */
  index: number;
  /** What the speech model heard, if a term replaced it. */
  heard: string | null;
}

/** A marked word in a line. */
interface MarkedRange {
  start: number;
  end: number;
  mark: WordMark;
}

/** A piece of a text, marked or not. */
interface MarkedPiece {
  text: string;
  /** Where it starts in the line. */
  start: number;
  /** Null for text that is not marked. */
  mark: WordMark | null;
  /** The marked word ends here. A highlighted match may cut it in two. */
  isWordEnd: boolean;
}

const NO_LETTER = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** Place of each marked word in the line, without the punctuation around it. */
export function findMarkedRanges(line: string, marks: readonly WordMark[]): MarkedRange[] {
  const byIndex = new Map(marks.map((mark) => [mark.index, mark]));
  let position = 0;
  return line.split(" ").flatMap((word, index) => {
    const start = position;
    position += word.length + 1;
    const mark = byIndex.get(index);
    const bare = word.replace(NO_LETTER, "");
    if (mark === undefined || bare === "") return [];
    const inner = start + word.indexOf(bare);
    return [{ start: inner, end: inner + bare.length, mark }];
  });
}

/** The part of a line that starts at `start`, split at the marked words. */
export function splitAtMarks(
  text: string,
  start: number,
  ranges: readonly MarkedRange[],
): MarkedPiece[] {
  const end = start + text.length;
  const pieces: MarkedPiece[] = [];
  const add = (from: number, to: number, mark: WordMark | null, isWordEnd: boolean) => {
    if (to > from)
      pieces.push({ text: text.slice(from - start, to - start), start: from, mark, isWordEnd });
  };
  let done = start;
  for (const range of ranges) {
    if (range.end <= start || range.start >= end) continue;
    const from = Math.max(range.start, start);
    const to = Math.min(range.end, end);
    add(done, from, null, false);
    add(from, to, range.mark, to === range.end);
    done = to;
  }
  add(done, end, null, false);
  return pieces;
}
