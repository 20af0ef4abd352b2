/** Tests of stored branding. */
import { afterEach, describe, expect, it } from "vitest";

import { accentProperties, adoptBranding, DEFAULT_BRANDING, readBranding } from "./branding";

const AGENCY = {
  productName: "Lind Interviews",
  logoUrl: "/api/site/logo?v=1",
  accentColor: "#5b21b6",
};
const property = (name: string) => document.documentElement.style.getPropertyValue(name);

afterEach(() => adoptBranding(DEFAULT_BRANDING));

describe("branding", () => {
  it("is applied and remembered for the next start", async () => {
    await adoptBranding(AGENCY);
    expect(property("--brand-light-accent")).toBe("#5b21b6");
    expect(property("--brand-dark-accent")).not.toBe("");
    expect(readBranding()).toEqual(AGENCY);
  });

  it("leaves nothing behind when it is reset", async () => {
    await adoptBranding(AGENCY);
    await adoptBranding(DEFAULT_BRANDING);
    expect(property("--brand-light-accent")).toBe("");
    expect(localStorage.getItem("branding")).toBeNull();
    expect(readBranding()).toEqual(DEFAULT_BRANDING);
  });

  it.each(["nonsense", "null", "[]", '{"productName": 7, "logoUrl": {}}'])(
    "ignores invalid stored data: %s",
    (stored) => {
      localStorage.setItem("branding", stored);
      expect(readBranding()).toEqual(DEFAULT_BRANDING);
    },
  );

  it("accepts only a color as accent", async () => {
    expect(await accentProperties("red; background: url(//elsewhere)")).toEqual({});
  });
});
