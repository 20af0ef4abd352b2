/** Tests of the words for the history of a review. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import type { ReviewChange } from "../api/types";
import { changedFields, changeTitle, fieldValue } from "./history";

const t = i18next.getFixedT("en", "review");

const aChange = (part: Partial<ReviewChange>): ReviewChange => ({
  _id: "h",
  kind: "scorecard",
  actorName: "Alice",
  subject: "",
  before: null,
  after: null,
  createdAt: "2026-11-22T10:00:00Z",
  ...part,
});

describe("history of a review", () => {
  it("lists only what differs, and a score that was taken back", () => {
    const change = aChange({
      before: { technical: 7, communication: 5, recommendation: null, notes: "" },
      after: { technical: null, communication: 5, recommendation: "hold", notes: "" },
    });
    expect(changedFields(change)).toEqual([
      { field: "technical", before: 7, after: undefined },
      { field: "recommendation", before: undefined, after: "hold" },
    ]);
    expect(fieldValue(t, "technical", undefined)).toBe("No score");
    expect(fieldValue(t, "recommendation", "hold")).toBe("Hold");
  });

  it("does not translate notes that spell an outcome", () => {
    expect(fieldValue(t, "notes", "hold")).toBe("hold");
  });

  it.each([
    [false, true, "Struck a finding: Cut the batch"],
    [true, false, "Restored a finding: Cut the batch"],
    [false, false, "Reworded a finding: Cut the batch"],
  ])("names a finding that goes from struck %s to %s", (was, is, title) => {
    const change = aChange({
      kind: "finding",
      subject: "Cut the batch",
      before: { isStruck: was },
      after: { isStruck: is },
    });
    expect(changeTitle(t, change)).toBe(title);
  });

  it("distinguishes the first decision from a changed one", () => {
    expect(changeTitle(t, aChange({ kind: "decision" }))).toBe("Decided");
    expect(changeTitle(t, aChange({ kind: "decision", before: { outcome: "hold" } }))).toBe(
      "Changed the decision",
    );
  });
});
