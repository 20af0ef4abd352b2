/** Tests of drafts of settings. */
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
  it("shows the current value in the format of its kind", () => {
    expect(toInput(aSetting({ kind: "number", value: 587 }), undefined)).toBe("587");
    expect(toInput(aSetting({ kind: "text", value: null }), undefined)).toBe("");
    expect(toInput(aSetting({ kind: "boolean", value: true }), undefined)).toBe(true);
    expect(toInput(aSetting({ kind: "json", value: [{ urls: "stun:a" }] }), undefined)).toBe(
      '[\n  {\n    "urls": "stun:a"\n  }\n]',
    );
    expect(toInput(aSetting({ kind: "json", value: [] }), undefined)).toBe("");
    expect(toInput(aSetting({ kind: "list", value: [1440, 60] }), undefined)).toBe("1440\n60");
  });

  it("never shows a secret, even if the server sends one by mistake", () => {
    expect(toInput(aSetting({ kind: "secret", value: "hunter2", isSet: true }), undefined)).toBe(
      "",
    );
  });

  it("shows the default if the draft resets to it", () => {
    const setting = aSetting({ value: "Acme", defaultValue: "Greenroom" });
    expect(toInput(setting, { kind: "reset" })).toBe("Greenroom");
  });
});

describe("toDraft", () => {
  it("returns no draft if the input equals the current value", () => {
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
    ["list", "10.0.0.1\n\n 10.0.0.2, 10.0.0.3", { value: ["10.0.0.1", "10.0.0.2", "10.0.0.3"] }],
    ["list", " ", { value: [] }],
    ["json", "[1]", { value: [1] }],
    ["json", "[1", { problem: "json" }],
    ["multiline", "A\n\n  B \n", { value: "A\n\n  B \n" }],
    ["secret", " spaces count ", { value: " spaces count " }],
    ["boolean", true, { value: true }],
    ["choice", "admins", { value: "admins" }],
    ["color", "#112233", { value: "#112233" }],
  ] as const)("parses %s %j as %j", (kind, input, parsed) => {
    expect(parseDraft(aSetting({ kind }), { kind: "input", input })).toEqual(parsed);
  });

  it("sends null to reset to the default or to remove a secret", () => {
    expect(parseDraft(aSetting({ kind: "secret" }), { kind: "reset" })).toEqual({ value: null });
  });
});

describe("collectChanges", () => {
  it("contains only drafted values and separates invalid ones", () => {
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
  it("removes only the given drafts", () => {
    const drafts = { a: { kind: "reset" }, b: { kind: "reset" } } as const;
    expect(withoutDrafts(drafts, ["a"])).toEqual({ b: { kind: "reset" } });
  });
});

describe("problemOfSetting", () => {
  it("finds the setting by the server's path, but no setting with a longer name", () => {
    const fields = [{ path: "values.smtp_port", message: "Too high." }];
    expect(problemOfSetting(fields, "smtp_port")).toBe("Too high.");
    expect(problemOfSetting(fields, "port")).toBeUndefined();
    expect(
      problemOfSetting([{ path: "values.ice_servers.0", message: "No." }], "ice_servers"),
    ).toBe("No.");
  });
});
