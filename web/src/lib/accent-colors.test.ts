/** Tests of accent colors and their contrast. */
import { describe, expect, it } from "vitest";

import { accentColors, computeContrast } from "./accent-colors";

const COLORS = [
  "#000000",
  "#ffffff",
  "#777777",
  "#ffd400",
  "#00ff00",
  "#0000ff",
  "#ff0000",
  "#1f7a5a",
  "#e91e63",
  "#00e5ff",
];

describe("computeContrast", () => {
  it("returns both extremes and a reference value", () => {
    expect(computeContrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(computeContrast("#123456", "#123456")).toBe(1);
    expect(computeContrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  });
});

describe.each(["light", "dark"] as const)("accentColors in the %s theme", (theme) => {
  const surface = theme === "light" ? "#ffffff" : "#1a1915";

  it.each(COLORS)("keeps every text on %s legible", (color) => {
    const found = accentColors(color, theme);
    expect(computeContrast(found.accent, found.onAccent)).toBeGreaterThanOrEqual(4.5);
    expect(computeContrast(found.hover, found.onAccent)).toBeGreaterThanOrEqual(4.5);
    expect(computeContrast(found.ink, found.soft)).toBeGreaterThanOrEqual(4.5);
    expect(computeContrast(found.ink, surface)).toBeGreaterThanOrEqual(4.5);
    expect(computeContrast(found.accent, surface)).toBeGreaterThanOrEqual(3);
  });
});

describe("accentColors", () => {
  it("keeps a color with enough contrast", () => {
    expect(accentColors("#1f7a5a", "light").accent).toBe("#1f7a5a");
  });

  it("darkens a yellow on white and lightens a navy on black", () => {
    expect(accentColors("#ffd400", "light").accent).not.toBe("#ffd400");
    expect(accentColors("#ffd400", "dark").accent).toBe("#ffd400");
    expect(accentColors("#00008b", "light").accent).toBe("#00008b");
    expect(accentColors("#00008b", "dark").accent).not.toBe("#00008b");
  });
});
