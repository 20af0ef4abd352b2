/** Tests of access to interview rooms. */
import { describe, expect, it } from "vitest";

import { getClosedReason } from "./room-access";

describe("getClosedReason", () => {
  it.each(["draft", "scheduled", "in_progress"] as const)(
    "allows access to a %s interview",
    (status) => {
      expect(getClosedReason(status, false)).toBeNull();
    },
  );

  it("reports missing credits", () => {
    expect(getClosedReason("scheduled", true)).toBe("noCredits");
  });

  it("allows a running interview to continue without credits", () => {
    expect(getClosedReason("in_progress", true)).toBeNull();
  });

  it.each(["completed", "cancelled"] as const)("denies access to a %s interview", (status) => {
    expect(getClosedReason(status, false)).toBe(status);
  });
});
