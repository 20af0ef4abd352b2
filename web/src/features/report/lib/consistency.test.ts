/** Tests of the numbers of the consistency check. */
import { describe, expect, it } from "vitest";

import type { Contradiction } from "../api/types";
import { confidencePercent, invertedScore, listMetrics, listShown } from "./consistency";

describe("consistency check", () => {
  it("has a confidence of 50 % when the report has none", () => {
    expect(confidencePercent(null)).toBe(50);
    expect(confidencePercent(0.82)).toBe(82);
  });

  it("inverts evasiveness and stress, and takes 6 where they were not measured", () => {
    expect(invertedScore(3)).toBe(8);
    expect(invertedScore(null)).toBe(6);
  });

  it("shows three contradictions, and those that were struck after them", () => {
    const item = (key: string, isStruck = false) =>
      ({ key, amendment: isStruck ? { isStruck } : null }) as Contradiction;
    const evidence = [item("a"), item("b", true), item("c"), item("d"), item("e")];
    expect(listShown(evidence).map(({ key }) => key)).toEqual(["a", "c", "d", "b"]);
  });

  it("says which metrics were measured", () => {
    const metrics = {
      consistencyScore: 7.5,
      authenticityScore: null,
      evasivenessScore: 2,
      stressIndicators: null,
    };
    expect(
      listMetrics({ metrics }).map(({ name, score, isMeasured }) => [name, score, isMeasured]),
    ).toEqual([
      ["consistency", 7.5, true],
      ["authenticity", null, false],
      ["directness", 9, true],
      ["composure", 6, false],
    ]);
  });
});
