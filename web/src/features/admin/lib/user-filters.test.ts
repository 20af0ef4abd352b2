import { describe, expect, it } from "vitest";

import { aUser } from "../testing/a-user";
import { actionsFor } from "./user-actions";
import { getDisplayName, readFilters, getStatus, writeFilters } from "./user-filters";

describe("the filters of an address", () => {
  it("are read back as they were written", () => {
    const filters = { search: "a&b=c", role: "admin", status: "invited", page: 3 } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
  });

  it("leave out what is not set", () => {
    expect(writeFilters({ search: "", role: "", status: "", page: 1 }).toString()).toBe("");
  });

  it("ignore unknown values", () => {
    expect(readFilters(new URLSearchParams("role=root&status=gone&page=-4"))).toEqual({
      search: "",
      role: "",
      status: "",
      page: 1,
    });
  });
});

describe("getStatus", () => {
  it("counts a deactivated person as that, invited or not", () => {
    expect(getStatus(aUser())).toBe("active");
    expect(getStatus(aUser({ isInvited: true }))).toBe("invited");
    expect(getStatus(aUser({ isInvited: true, isActive: false }))).toBe("inactive");
  });
});

describe("getDisplayName", () => {
  it("falls back to the user name", () => {
    expect(getDisplayName({ name: "  ", username: "bob" })).toBe("bob");
  });
});

describe("actionsFor", () => {
  it("offers only what would change something", () => {
    const { normal, danger } = actionsFor(aUser({ activeSessions: 0 }), false);
    expect(normal).toEqual(["edit", "role", "resetPassword"]);
    expect(danger).toEqual(["deactivate"]);
    expect(actionsFor(aUser({ hasSecondFactor: true }), false).normal).toEqual([
      "edit",
      "role",
      "resetPassword",
      "endSessions",
      "resetSecondFactor",
    ]);
  });

  it("lets a deactivated person be activated and nothing be reset for signing in", () => {
    const { normal, danger } = actionsFor(aUser({ isActive: false, activeSessions: 0 }), false);
    expect(normal).toEqual(["edit", "role", "activate"]);
    expect(danger).toEqual([]);
  });

  it("does not reset one's own password: that would end the session that shows the new one", () => {
    expect(actionsFor(aUser(), true).normal).not.toContain("resetPassword");
  });
});
