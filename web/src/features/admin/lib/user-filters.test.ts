/** Tests of user filters in the URL. */
import { describe, expect, it } from "vitest";

import { aUser } from "../testing/a-user";
import { actionsFor } from "./user-actions";
import { getDisplayName, readFilters, getStatus, writeFilters } from "./user-filters";

describe("filters in the URL", () => {
  it("are read back as they were written", () => {
    const filters = { search: "a&b=c", role: "admin", status: "invited", page: 3 } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
  });

  it("omit unset values", () => {
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
  it("shows a deactivated user as deactivated, invited or not", () => {
    expect(getStatus(aUser())).toBe("active");
    expect(getStatus(aUser({ isInvited: true }))).toBe("invited");
    expect(getStatus(aUser({ isInvited: true, isActive: false }))).toBe("inactive");
  });
});

describe("getDisplayName", () => {
  it("falls back to the username", () => {
    expect(getDisplayName({ name: "  ", username: "bob" })).toBe("bob");
  });
});

describe("actionsFor", () => {
  it("offers only actions that would change something", () => {
    const { normal, danger } = actionsFor(aUser({ activeSessions: 0 }), false);
    expect(normal).toEqual(["edit", "role", "resetPassword"]);
    expect(danger).toEqual(["deactivate", "delete"]);
    expect(actionsFor(aUser({ hasSecondFactor: true }), false).normal).toEqual([
      "edit",
      "role",
      "resetPassword",
      "endSessions",
      "resetSecondFactor",
    ]);
  });

  it("offers activation to a deactivated user, but no sign-in resets", () => {
    const { normal, danger } = actionsFor(aUser({ isActive: false, activeSessions: 0 }), false);
    expect(normal).toEqual(["edit", "role", "activate"]);
    expect(danger).toEqual(["delete"]);
  });

  it("does not offer the deletion of one's own account, which the server refuses", () => {
    expect(actionsFor(aUser(), true).danger).toEqual(["deactivate"]);
  });

  it("offers no reset of one's own password, because it would end the session that shows the new one", () => {
    expect(actionsFor(aUser(), true).normal).not.toContain("resetPassword");
  });
});
