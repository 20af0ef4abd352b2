import i18next from "i18next";
import { describe, expect, it } from "vitest";

import { featureName } from "./features";
import { splitAtQuote } from "./highlight";
import { missingReason, otherMissing, sectionName } from "./missing";
import { reasonText } from "./reasons";
import { stageText } from "./stages";

const t = i18next.getFixedT("en", "report");
const missing = [
  { section: "summary", reason: "A part of it is missing." },
  { section: "summary", reason: "It could not be checked." },
  { section: "language", reason: "The transcript is in another language." },
];

describe("what is missing from a report", () => {
  it("is said where it belongs", () => {
    expect(missingReason(t, missing, "summary")).toBe(
      "A part of it is missing. It could not be checked.",
    );
    expect(missingReason(t, missing, "strengths")).toBeNull();
  });

  it("is said apart where it has no place of its own", () => {
    expect(otherMissing(missing).map(({ section }) => section)).toEqual(["language"]);
    expect(sectionName(t, "keyQuotes")).toBe("Key quotes");
    expect(sectionName(t, "language")).toBe("language");
  });
});

const BORNE_OUT = "What the model wrote was not borne out by the transcript, so it was left out.";

describe("what the server says in English", () => {
  // English reads as it was stored; keys in place of words show that the sentence was recognised.
  const keys = ((key: string, values: Record<string, string> = {}) =>
    [key, ...Object.values(values)].join("|")) as unknown as typeof t;

  it.each([
    ["There are no findings to sum up.", "reasons.nothingToSumUp"],
    [`A part of it is missing. ${BORNE_OUT}`, "reasons.partMissing|reasons.notBorneOut"],
    [`2 were left out. ${BORNE_OUT}`, "reasons.leftOut|2|reasons.notBorneOut"],
    [
      `1 of 3 stand in the candidate's words alone. ${BORNE_OUT}`,
      "reasons.ownWordsOnly|1|reasons.notBorneOut|3",
    ],
    [
      "Too little was said to score: 1 answers with 20 words (at least 2 answers and 60 words are needed).",
      "reasons.tooLittle|1|20|2|60",
    ],
    ["Something new.", "Something new."],
  ])("knows %j", (sentence, key) => {
    expect(reasonText(keys, sentence)).toBe(key);
    expect(reasonText(t, sentence)).toBe(sentence);
  });

  it("knows stages and what was counted, and keeps what is new", () => {
    expect(stageText(keys, "Choosing key quotes")).toBe("stages.quotes");
    expect(stageText(keys, "brewing_tea")).toBe("Brewing tea");
    expect(featureName(keys, { feature: "hedge", label: "Hedging" })).toBe("features.hedge");
    expect(featureName(keys, { feature: "tea", label: "Tea" })).toBe("Tea");
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
