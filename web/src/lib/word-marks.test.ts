/** Tests of the places of marked words in a line. */
import { describe, expect, it } from "vitest";

import { findMarkedRanges, splitAtMarks } from "./word-marks";

const LINE = "We ran “Kubernets”, mostly.";
const at = (index: number) => ({ index, heard: null });

describe("findMarkedRanges", () => {
  it("leaves out the punctuation around a word", () => {
    const [range] = findMarkedRanges(LINE, [at(2)]);
    expect(range && LINE.slice(range.start, range.end)).toBe("Kubernets");
  });

  it("marks the right one of two equal words", () => {
    expect(findMarkedRanges("so so", [at(1)])).toEqual([{ start: 3, end: 5, mark: at(1) }]);
  });

  it("ignores a mark without a word", () => {
    expect(findMarkedRanges("We – ran", [at(1), at(9)])).toEqual([]);
  });
});

describe("splitAtMarks", () => {
  const ranges = findMarkedRanges(LINE, [at(2)]);

  it("keeps every character", () => {
    const pieces = splitAtMarks(LINE, 0, ranges);
    expect(pieces.map(({ text }) => text).join("")).toBe(LINE);
    expect(pieces.map(({ mark }) => mark?.index ?? null)).toEqual([null, 2, null]);
  });

  it("ends a word that a highlight cuts in two only once", () => {
    const first = splitAtMarks(LINE.slice(0, 10), 0, ranges);
    const second = splitAtMarks(LINE.slice(10), 10, ranges);
    expect([...first, ...second].filter(({ mark }) => mark !== null)).toEqual([
      { text: "Ku", start: 8, mark: at(2), isWordEnd: false },
      { text: "bernets", start: 10, mark: at(2), isWordEnd: true },
    ]);
  });
});
