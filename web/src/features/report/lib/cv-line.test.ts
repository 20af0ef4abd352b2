/** Tests of the lines of a CV, as the report quotes them. */
import { describe, expect, it } from "vitest";

import { withoutListMark } from "./cv-line";

describe("withoutListMark", () => {
  it.each([
    ["- Leads nine agents.", "Leads nine agents."],
    ["• Leads nine agents.", "Leads nine agents."],
    ["03/2020 - present", "03/2020 - present"],
  ])("quotes %s as %s", (line, quote) => {
    expect(withoutListMark(line)).toBe(quote);
  });
});
