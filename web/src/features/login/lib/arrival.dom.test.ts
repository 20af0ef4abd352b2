/** Tests of arrivals at the sign-in page. */
import { describe, expect, it } from "vitest";

import { providerPath, readArrival, getRefusal, withoutArrival } from "./arrival";

const search = (text: string) => new URLSearchParams(text);

describe("readArrival", () => {
  it.each([
    ["", { kind: "visit" }],
    ["next=/jobs", { kind: "visit" }],
    ["token=", { kind: "visit" }],
    ["token=jwt&next=/jobs", { kind: "session", token: "jwt" }],
    ["error=unknown", { kind: "refusal", code: "unknown" }],
    ["error=", { kind: "refusal", code: "" }],
  ])("reads %j", (text, arrival) => {
    expect(readArrival(search(text))).toEqual(arrival);
  });
});

describe("withoutArrival", () => {
  it("keeps only the requested page", () => {
    expect(withoutArrival(search("token=a&error=c&next=/jobs")).toString()).toBe("next=%2Fjobs");
  });
});

describe("providerPath", () => {
  it("includes the requested page", () => {
    expect(providerPath(search("next=/jobs?page=2"))).toBe("/auth/google?next=%2Fjobs%3Fpage%3D2");
  });

  it("excludes a foreign address", () => {
    expect(providerPath(search("next=//evil.example"))).toBe("/auth/google?next=%2Finterviews");
  });

  it("works without a requested page", () => {
    expect(providerPath(search(""))).toBe("/auth/google");
  });
});

describe("getRefusal", () => {
  it("recognizes only the server's codes", () => {
    expect(getRefusal("unverified")).toBe("unverified");
    expect(getRefusal("denied")).toBeNull();
    expect(getRefusal("<img onerror>")).toBeNull();
  });
});
