import { describe, expect, it } from "vitest";

import { getClosedReason } from "./room-access";

describe("getClosedReason", () => {
  it.each(["draft", "scheduled", "in_progress"] as const)(
    "lets a %s interview be entered",
    (status) => {
      expect(getClosedReason(status, false)).toBeNull();
    },
  );

  it("says that credits are missing", () => {
    expect(getClosedReason("scheduled", true)).toBe("noCredits");
  });

  it("lets a running interview go on without credits", () => {
    expect(getClosedReason("in_progress", true)).toBeNull();
  });

  it.each(["completed", "cancelled"] as const)("closes a %s interview", (status) => {
    expect(getClosedReason(status, false)).toBe(status);
  });
});
