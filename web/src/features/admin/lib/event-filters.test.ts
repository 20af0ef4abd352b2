/** Tests of the filters of security events. */
import { describe, expect, it } from "vitest";

import english from "@/locales/en/admin.json";

import { describeDetails, EVENT_TYPES, OUTCOMES, readFilters, writeFilters } from "./event-filters";

describe("filters in the URL", () => {
  it("survive a round trip", () => {
    const query = "search=alice&type=sign_in&outcome=refused&page=3";
    expect(writeFilters(readFilters(new URLSearchParams(query))).toString()).toBe(query);
  });

  it("ignore unknown values", () => {
    expect(readFilters(new URLSearchParams("type=x&outcome=y&page=-1"))).toEqual({
      search: "",
      type: "",
      outcome: "",
      page: 1,
    });
  });
});

it("has a text for every type and outcome, and for no other", () => {
  expect(Object.keys(english.security.types).sort()).toEqual([...EVENT_TYPES].sort());
  expect(Object.keys(english.security.outcomes).sort()).toEqual([...OUTCOMES].sort());
});

it("describes details in one line", () => {
  expect(describeDetails({ keys: ["smtp_host", "smtp_port"] })).toBe("keys: smtp_host, smtp_port");
  expect(describeDetails({ before: "recruiter", after: "admin" })).toBe(
    "before: recruiter; after: admin",
  );
  expect(
    describeDetails({
      keys: ["session_hours", "smtp_host"],
      changes: {
        session_hours: { before: 12, after: 8 },
        smtp_host: { before: null, after: "mail.example" },
      },
    }),
  ).toBe("session_hours: 12 → 8; smtp_host: – → mail.example");
});
