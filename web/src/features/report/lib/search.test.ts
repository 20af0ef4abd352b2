/** Tests of the search in the transcript. */
import { describe, expect, it } from "vitest";

import { createFilter, splitAtMatches } from "./search";

const found = (text: string, query: string) =>
  splitAtMatches(text, query).map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece));

describe("search in the transcript", () => {
  it("ignores case and marks every match", () => {
    expect(found("Kafka, then kafka again", "KAFKA")).toEqual([
      "[Kafka]",
      ", then ",
      "[kafka]",
      " again",
    ]);
  });

  it("is literal", () => {
    expect(found("It costs 5 $ (net).", "$ (")).toEqual(["It costs 5 ", "[$ (]", "net)."]);
    expect(createFilter(".*")("anything")).toBe(false);
    expect(createFilter("a/b-c")("x a/b-c y")).toBe(true);
  });

  it("finds letters of other scripts", () => {
    expect(found("Ich arbeite in ZÜRICH", "zürich")).toEqual(["Ich arbeite in ", "[ZÜRICH]"]);
    expect(createFilter("Петров")("Николай ПЕТРОВ")).toBe(true);
  });

  it("finds every line if nothing is searched", () => {
    expect(createFilter("  ")("Line")).toBe(true);
    expect(found("Line", " ")).toEqual(["Line"]);
  });
});

describe("quote in its segment", () => {
  it("is found verbatim or not at all", () => {
    expect(found("Well, I wrote it.", "I wrote it.")).toEqual(["Well, ", "[I wrote it.]"]);
    expect(found("Well, I wrote it.", "I made it.")).toEqual(["Well, I wrote it."]);
  });
});
