/** Tests of the pages of the command palette. */
import { describe, expect, it } from "vitest";

import { matchesSearch, pagesFor } from "./navigation";

const paths = (who: Parameters<typeof pagesFor>[0]) => pagesFor(who).map((page) => page.to);

describe("pagesFor", () => {
  it("shows no admin pages to a recruiter", () => {
    const shown = paths({ isAdmin: false, isMetered: true });
    expect(shown).toContain("/plans");
    expect(shown.filter((path) => path.startsWith("/admin"))).toEqual([]);
  });

  it("shows no plans where nothing is metered", () => {
    const shown = paths({ isAdmin: true, isMetered: false });
    expect(shown).toContain("/admin/settings");
    expect(shown).toContain("/admin/models");
    expect(shown).not.toContain("/plans");
    expect(shown).not.toContain("/account");
  });
});

describe("matchesSearch", () => {
  it.each([
    ["Theme: Dark", "dark"],
    ["Theme: Dark", "da th"],
    ["Créer un entretien", "creer"],
    ["Account & Usage", "usage &"],
    ["Interviews", "  "],
  ])("finds %j by %j", (text, query) => {
    expect(matchesSearch(text, query)).toBe(true);
  });

  it.each([
    ["Theme: Dark", "ark"],
    ["Theme: Dark", "dark light"],
  ])("does not find %j by %j", (text, query) => {
    expect(matchesSearch(text, query)).toBe(false);
  });
});
