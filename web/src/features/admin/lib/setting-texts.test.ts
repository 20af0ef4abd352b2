/** Test that every setting and choice of the server has texts. */
import { describe, expect, it } from "vitest";

import english from "@/locales/en/admin.json";

import { KNOWN_JOBS } from "./known-jobs";

interface FileSystem {
  readFileSync: (path: string, encoding: "utf8") => string;
}

// The server has the only list of settings: one line 'name: Annotated[…]' per field of Settings.
// Imported by a variable, because the client's code deliberately has no Node types.
const module = "node:fs";
const { readFileSync } = (await import(/* @vite-ignore */ module)) as FileSystem;
const source = readFileSync("../app/core/settings.py", "utf8");

const keys = [...source.matchAll(/^ {4}(\w+): Annotated\[/gmu)].map((match) => match[1] ?? "");
const groups = [...source.matchAll(/^ {4}[A-Z_]+ = "(\w+)"$/gmu)].map((match) => match[1] ?? "");

describe("texts of settings", () => {
  it("covers the settings of the server", () => {
    expect(keys.length).toBeGreaterThan(40);
    expect(groups).toContain("sign_in");
  });

  it("exist for every setting and for no other", () => {
    expect(Object.keys(english.settings.items).sort()).toEqual([...keys].sort());
  });

  it("exist for every group", () => {
    expect(Object.keys(english.settings.groups).sort()).toEqual([...groups].sort());
  });

  it("explain in a full sentence", () => {
    for (const [key, words] of Object.entries(english.settings.items)) {
      expect(words.help, key).toMatch(/^[A-Z0-9'-].*[.]$/u);
    }
  });
});

describe("texts of scheduled jobs", () => {
  it("exist for every job of the server and for no other", () => {
    // Heartbeats run more than once a minute and are no scheduled jobs.
    const specs = [
      ...readFileSync("../app/api.py", "utf8").matchAll(
        /\bkey="([\w-]+)",\s*(?:every_seconds=(\d+)|daily_at_utc)/gu,
      ),
    ];
    const jobs = specs
      .filter((spec) => spec[2] === undefined || Number(spec[2]) >= 60)
      .map((spec) => spec[1] ?? "");
    expect(jobs.length).toBeLessThan(specs.length);
    expect(jobs.length).toBeGreaterThan(3);
    expect([...KNOWN_JOBS].sort()).toEqual([...jobs].sort());
    expect(Object.keys(english.jobs.names).sort()).toEqual([...jobs].sort());
  });
});
