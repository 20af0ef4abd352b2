/** Search in the transcript: literal, ignoring case. */

/** A piece of a line, found or not. */
export interface Piece {
  text: string;
  isMatch: boolean;
  /** Where it starts in the line. */
  start: number;
}

function toPattern(query: string): RegExp | null {
  const trimmed = query.trim();
  if (trimmed === "") return null;
  return new RegExp(trimmed.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"), "giu");
}

/** A test for lines that contain the query; true for every line if the query is blank. */
export function createFilter(query: string): (text: string) => boolean {
  const pattern = toPattern(query);
  return (text) => pattern === null || text.search(pattern) >= 0;
}

/** `text` in pieces, split around every match of the query. */
export function splitAtMatches(text: string, query: string): Piece[] {
  const pattern = toPattern(query);
  if (pattern === null) return [{ text, isMatch: false, start: 0 }];
  const pieces: Piece[] = [];
  const add = (start: number, end: number, isMatch: boolean) => {
    if (end > start) pieces.push({ text: text.slice(start, end), isMatch, start });
  };
  let done = 0;
  for (const { index, 0: match } of text.matchAll(pattern)) {
    add(done, index, false);
    done = index + match.length;
    add(index, done, true);
  }
  add(done, text.length, false);
  return pieces;
}
