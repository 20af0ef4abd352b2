import { describe, expect, it } from "vitest";

import { splitAtQuote } from "./highlight";
import { missingReason, otherMissing, sectionName } from "./missing";

const missing = [
  { section: "summary", reason: "A part of it is missing." },
  { section: "summary", reason: "It could not be checked." },
  { section: "language", reason: "The transcript is in another language." },
];

describe("what is missing from a report", () => {
  it("is said where it belongs", () => {
    expect(missingReason(missing, "summary")).toBe(
      "A part of it is missing. It could not be checked.",
    );
    expect(missingReason(missing, "strengths")).toBeNull();
  });

  it("is said apart where it has no place of its own", () => {
    expect(otherMissing(missing).map(({ section }) => section)).toEqual(["language"]);
    expect(sectionName("keyQuotes")).toBe("Key quotes");
    expect(sectionName("language")).toBe("language");
  });
});

describe("a quote in its segment", () => {
  it("is found word for word or not at all", () => {
    expect(splitAtQuote("Well, I wrote it.", "I wrote it.")).toEqual(["Well, ", "I wrote it.", ""]);
    expect(splitAtQuote("Well, I wrote it.", "I made it.")).toBeNull();
    expect(splitAtQuote("Well.", null)).toBeNull();
    expect(splitAtQuote("Well.", "  ")).toBeNull();
  });
});
