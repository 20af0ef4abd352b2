/** Tests of the names beside the bars of a chart. */
import { describe, expect, it } from "vitest";

import { fitLabel, labelWidth } from "./bar-labels";

describe("labelWidth", () => {
  it("has room for a long German word", () => {
    const width = labelWidth(["SQL", "Eskalationsmanagement"]);
    expect(width).toBeGreaterThan(labelWidth(["SQL"]));
    expect(fitLabel("Eskalationsmanagement", width)).toBe("Eskalationsmanagement");
  });

  it("leaves half of a phone to the bars", () => {
    expect(labelWidth(["Donaudampfschifffahrtsgesellschaftskapitän"])).toBe(168);
  });
});

describe("fitLabel", () => {
  it.each([
    ["Zendesk", "Zendesk"],
    ["Fließendes Englisch", "Fließendes Englisch"],
    ["Expérience de l’encadrement d’une équipe", "Expérience de l’encadrement d…"],
    ["Donaudampfschifffahrtsgesellschaft", "Donaudampfschif…"],
  ])("keeps of %s what two lines hold", (name, label) => {
    expect(fitLabel(name, 128)).toBe(label);
  });
});
