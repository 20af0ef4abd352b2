/** Tests of the stored cookie choice. */
import { describe, expect, it } from "vitest";

import { readCookieConsent, storeCookieConsent } from "./cookie-consent";

const AT = new Date("2026-11-21T10:00:00Z");

describe("cookie consent", () => {
  it("is empty before a choice", () => {
    expect(readCookieConsent()).toBeNull();
  });

  it.each([
    ["all", true],
    ["essential", false],
  ] as const)("stores '%s' with its time under cookieConsent", (choice, others) => {
    storeCookieConsent(choice, AT);
    const expected = {
      essential: true,
      analytics: others,
      marketing: others,
      timestamp: "2026-11-21T10:00:00.000Z",
    };
    expect(JSON.parse(localStorage.getItem("cookieConsent") ?? "")).toEqual(expected);
    expect(readCookieConsent()).toEqual(expected);
  });

  it.each(["yes", "{}", "[]", '{"essential":true,"analytics":"no"}', "{"])(
    "asks again if %s is stored",
    (stored) => {
      localStorage.setItem("cookieConsent", stored);
      expect(readCookieConsent()).toBeNull();
    },
  );
});
