/** Tests of the reading of billing controls. */
import { describe, expect, it } from "vitest";

import { fromLocalInput, readAmount, toLocalInput } from "./billing-input";

describe("readAmount", () => {
  it.each([
    ["", 0],
    ["  ", 0],
    ["0", 0],
    ["20", 20],
    [" 1000000 ", 1_000_000],
    ["1000001", null],
    ["99999999999999999999", null],
    ["-1", null],
    ["1.5", null],
    ["1e3", null],
    ["many", null],
  ])("reads %j as %j", (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });
});

describe("the renewal date", () => {
  it("is the same instant after both conversions", () => {
    const iso = "2026-12-31T23:30:00.000Z";
    expect(fromLocalInput(toLocalInput(iso))).toBe(iso);
  });

  it.each([
    ["", null],
    ["soon", null],
  ])("is not sent for %j", (text, iso) => {
    expect(fromLocalInput(text)).toBe(iso);
  });

  it("is blank where the account does not renew", () => {
    expect(toLocalInput(null)).toBe("");
  });
});
