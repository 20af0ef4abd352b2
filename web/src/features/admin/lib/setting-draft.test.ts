import { describe, expect, it } from "vitest";

import { aSetting } from "../testing/a-setting";
import {
  collectChanges,
  toDraft,
  toInput,
  parseDraft,
  problemOfSetting,
  withoutDrafts,
} from "./setting-draft";

describe("toInput", () => {
  it("shows what holds, each kind in its own way", () => {
    expect(toInput(aSetting({ kind: "number", value: 587 }), undefined)).toBe("587");
    expect(toInput(aSetting({ kind: "text", value: null }), undefined)).toBe("");
    expect(toInput(aSetting({ kind: "boolean", value: true }), undefined)).toBe(true);
    expect(toInput(aSetting({ kind: "json", value: [{ urls: "stun:a" }] }), undefined)).toBe(
      '[\n  {\n    "urls": "stun:a"\n  }\n]',
    );
  });

  it("never shows a secret, not even one that the server gave by mistake", () => {
    expect(toInput(aSetting({ kind: "secret", value: "hunter2", isSet: true }), undefined)).toBe(
      "",
    );
  });

  it("shows the default where the draft goes back to it", () => {
    const setting = aSetting({ value: "Acme", defaultValue: "Greenroom" });
    expect(toInput(setting, { kind: "reset" })).toBe("Greenroom");
  });
});

describe("toDraft", () => {
  it("is nothing where the input says what holds anyway", () => {
    const setting = aSetting({ value: "Acme" });
    expect(toDraft(setting, "Acme")).toBeUndefined();
    expect(toDraft(setting, "Acme2")).toEqual({ kind: "input", input: "Acme2" });
    expect(toDraft(aSetting({ kind: "boolean", value: false }), false)).toBeUndefined();
  });
});

describe("parseDraft", () => {
  it.each([
    ["text", "  Acme ", { value: "Acme" }],
    ["text", "   ", { value: null }],
    ["number", " 12 ", { value: 12 }],
    ["number", "twelve", { problem: "number" }],
    ["number", "", { value: null }],
    ["json", "[1]", { value: [1] }],
    ["json", "[1", { problem: "json" }],
    ["multiline", "A\n\n  B \n", { value: "A\n\n  B \n" }],
    ["secret", " spaces count ", { value: " spaces count " }],
    ["boolean", true, { value: true }],
    ["choice", "admins", { value: "admins" }],
    ["color", "#112233", { value: "#112233" }],
  ] as const)("takes %s %j as %j", (kind, input, parsed) => {
    expect(parseDraft(aSetting({ kind }), { kind: "input", input })).toEqual(parsed);
  });

  it("sends null to go back to the default, or to remove a secret", () => {
    expect(parseDraft(aSetting({ kind: "secret" }), { kind: "reset" })).toEqual({ value: null });
  });
});

describe("collectChanges", () => {
  it("holds only what was drafted, and keeps apart what cannot be sent", () => {
    const settings = [
      aSetting({ key: "a" }),
      aSetting({ key: "b", kind: "number" }),
      aSetting({ key: "c", kind: "json" }),
    ];
    const drafts = {
      a: { kind: "input", input: "x" },
      c: { kind: "input", input: "{" },
      elsewhere: { kind: "reset" },
    } as const;
    expect(collectChanges(settings, drafts)).toEqual({
      values: { a: "x" },
      problems: { c: "json" },
    });
  });
});

describe("withoutDrafts", () => {
  it("forgets those and no others", () => {
    const drafts = { a: { kind: "reset" }, b: { kind: "reset" } } as const;
    expect(withoutDrafts(drafts, ["a"])).toEqual({ b: { kind: "reset" } });
  });
});

describe("problemOfSetting", () => {
  it("finds the setting in the server's path, and not a longer name with it", () => {
    const fields = [{ path: "values.smtp_port", message: "Too high." }];
    expect(problemOfSetting(fields, "smtp_port")).toBe("Too high.");
    expect(problemOfSetting(fields, "port")).toBeUndefined();
    expect(
      problemOfSetting([{ path: "values.ice_servers.0", message: "No." }], "ice_servers"),
    ).toBe("No.");
  });
});
