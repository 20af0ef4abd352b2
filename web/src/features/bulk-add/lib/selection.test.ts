/** Tests of the selection for an import. */
import { describe, expect, it } from "vitest";

import { choose, isSelected, selectedIds, buildSelection, type Choices } from "./selection";

const fresh = { sourceDocumentId: "d1", duplicateOf: null };
const duplicate = { sourceDocumentId: "d2", duplicateOf: "c1" };
const both = [fresh, duplicate];
const none: Choices = new Map();

describe("selection for the import", () => {
  it("contains everything but duplicates by default", () => {
    expect(isSelected(fresh, none)).toBe(true);
    expect(isSelected(duplicate, none)).toBe(false);
    expect(selectedIds(both, none)).toEqual(["d1"]);
  });

  it("keeps manual choices", () => {
    const all = choose(none, both, true);
    expect(selectedIds(both, all)).toEqual(["d1", "d2"]);
    const one = choose(all, [fresh], false);
    expect(selectedIds(both, one)).toEqual(["d2"]);
    expect(selectedIds(both, none)).toEqual(["d1"]);
  });

  it("distinguishes all, some and none", () => {
    expect(buildSelection(both, none)).toBe("indeterminate");
    expect(buildSelection(both, choose(none, both, true))).toBe(true);
    expect(buildSelection(both, choose(none, both, false))).toBe(false);
    expect(buildSelection([], none)).toBe(false);
  });
});
