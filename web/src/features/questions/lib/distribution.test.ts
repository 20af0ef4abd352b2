/** Tests of the distribution of generated questions. */
import { describe, expect, it } from "vitest";

import { countByCategory } from "./categories";
import {
  clampDistribution,
  countTotal,
  EMPTY_DISTRIBUTION,
  parseFocusAreas,
  remainingCapacity,
  sliderCap,
  SMART_ADD,
  withCategory,
} from "./distribution";

describe("distribution of generated questions", () => {
  it("leaves the remaining capacity up to twenty, never negative", () => {
    expect(remainingCapacity(0)).toBe(20);
    expect(remainingCapacity(17)).toBe(3);
    expect(remainingCapacity(23)).toBe(0);
  });

  it("caps a slider at ten and at the remaining capacity", () => {
    expect(sliderCap(EMPTY_DISTRIBUTION, "technical", 20)).toBe(10);
    const half = { ...EMPTY_DISTRIBUTION, behavioral: 4 };
    expect(sliderCap(half, "technical", 6)).toBe(2);
    expect(sliderCap(half, "behavioral", 6)).toBe(6);
    expect(withCategory(half, "technical", 9, 6).technical).toBe(2);
    expect(withCategory(half, "technical", -1, 6).technical).toBe(0);
  });

  it("fills categories in order when capacity is short", () => {
    expect(clampDistribution(SMART_ADD, 4)).toEqual({
      behavioral: 1,
      technical: 2,
      cognitive: 1,
      culture: 0,
      motivation: 0,
    });
    expect(countTotal(clampDistribution(SMART_ADD, 0))).toBe(0);
    expect(clampDistribution(SMART_ADD, 20)).toEqual(SMART_ADD);
  });

  it("drops empty focus areas", () => {
    expect(parseFocusAreas(" Kafka , , PCI DSS,")).toEqual(["Kafka", "PCI DSS"]);
    expect(parseFocusAreas("  ")).toEqual([]);
  });
});

describe("counts per category", () => {
  it("add up to the total", () => {
    const counts = countByCategory([
      { category: "technical" },
      { category: "technical" },
      { category: "culture" },
    ]);
    expect(counts).toMatchObject({ all: 3, technical: 2, culture: 1, behavioral: 0 });
  });
});
