/** Tests of the sentences about agreement. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import type { Agreement, Spread } from "../api/types";
import { difference, recommendationsText, spreadText } from "./agreement";

const t = i18next.getFixedT("en", "review");

const spread = (part: Partial<Spread>): Spread => ({
  count: 2,
  mean: 6,
  lowest: 5,
  highest: 7,
  level: "mixed",
  ...part,
});

const agreement = (counts: [number, number, number], isUnanimous: boolean | null): Agreement => ({
  technical: spread({}),
  communication: spread({}),
  recommendations: { advance: counts[0], hold: counts[1], reject: counts[2] },
  isUnanimous,
});

describe("agreement", () => {
  it("names the range of scores that differ", () => {
    expect(spreadText(t, "technical", spread({}))).toBe("Technical: scores differ (5 to 7)");
    expect(spreadText(t, "technical", spread({ lowest: 1, highest: 9, level: "far_apart" }))).toBe(
      "Technical: scores are far apart (1 to 9)",
    );
  });

  it("says that scores are equal", () => {
    const equal = spread({ lowest: 7, highest: 7, level: "close" });
    expect(spreadText(t, "communication", equal)).toBe("Communication: everyone gave 7");
  });

  it("says nothing about one score", () => {
    expect(spreadText(t, "technical", spread({ count: 1, level: null }))).toBeNull();
    expect(recommendationsText(t, agreement([1, 0, 0], null))).toBeNull();
  });

  it("counts recommendations that differ", () => {
    expect(recommendationsText(t, agreement([2, 0, 1], false))).toBe(
      "Recommendations differ: Advance 2, Reject 1",
    );
    expect(recommendationsText(t, agreement([0, 3, 0], true))).toBe("All recommend: Hold");
  });

  it("gives the report's distance from the people's mean with its sign", () => {
    expect(difference(7.4, 6)).toBe("+1.4");
    expect(difference(4.8, 6)).toBe("−1.2");
    expect(difference(6, 6)).toBe("±0.0");
    expect(difference(null, 6)).toBeNull();
    expect(difference(6, null)).toBeNull();
  });
});
