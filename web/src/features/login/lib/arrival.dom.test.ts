import { describe, expect, it } from "vitest";

import { providerPath, readArrival, getRefusal, withoutArrival } from "./arrival";

const search = (text: string) => new URLSearchParams(text);

describe("readArrival", () => {
  it.each([
    ["", { kind: "visit" }],
    ["next=/jobs", { kind: "visit" }],
    ["token=", { kind: "visit" }],
    ["token=jwt&next=/jobs", { kind: "session", token: "jwt" }],
    ["challenge=c", { kind: "challenge", challenge: "c" }],
    ["error=unknown", { kind: "refusal", code: "unknown" }],
    ["error=", { kind: "refusal", code: "" }],
  ])("of %j", (text, arrival) => {
    expect(readArrival(search(text))).toEqual(arrival);
  });
});

describe("withoutArrival", () => {
  it("keeps only where to go", () => {
    expect(withoutArrival(search("token=a&challenge=b&error=c&next=/jobs")).toString()).toBe(
      "next=%2Fjobs",
    );
  });
});

describe("providerPath", () => {
  it("takes along where the visitor wanted to go", () => {
    expect(providerPath(search("next=/jobs?page=2"))).toBe("/auth/google?next=%2Fjobs%3Fpage%3D2");
  });

  it("takes no foreign address along", () => {
    expect(providerPath(search("next=//evil.example"))).toBe("/auth/google?next=%2Finterviews");
  });

  it("needs none", () => {
    expect(providerPath(search(""))).toBe("/auth/google");
  });
});

describe("getRefusal", () => {
  it("knows the server's codes and nothing else", () => {
    expect(getRefusal("unverified")).toBe("unverified");
    expect(getRefusal("denied")).toBeNull();
    expect(getRefusal("<img onerror>")).toBeNull();
  });
});
