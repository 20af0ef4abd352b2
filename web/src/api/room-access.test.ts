import { describe, expect, it } from "vitest";

import { closedReason } from "./room-access";

describe("closedReason", () => {
  it.each(["draft", "scheduled", "in_progress"] as const)(
    "lets a %s interview be entered",
    (status) => {
      expect(closedReason(status, false)).toBeNull();
    },
  );

  it("says that credits are missing", () => {
    expect(closedReason("scheduled", true)).toBe("noCredits");
  });

  it("lets a running interview go on without credits", () => {
    expect(closedReason("in_progress", true)).toBeNull();
  });

  it.each(["completed", "cancelled"] as const)("closes a %s interview", (status) => {
    expect(closedReason(status, false)).toBe(status);
  });
});
