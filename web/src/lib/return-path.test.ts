import { describe, expect, it } from "vitest";

import { loginPath, returnPath } from "./return-path";

describe("loginPath", () => {
  it("remembers the page and its query", () => {
    expect(loginPath({ pathname: "/interviews", search: "?page=2" })).toBe(
      "/login?next=%2Finterviews%3Fpage%3D2",
    );
  });

  it("does not remember the sign-in page itself", () => {
    expect(loginPath({ pathname: "/login", search: "" })).toBe("/login");
  });
});

describe("returnPath", () => {
  it("leads back to a page of this site", () => {
    expect(returnPath(new URLSearchParams({ next: "/interview-hq/a?tab=report" }))).toBe(
      "/interview-hq/a?tab=report",
    );
  });

  it.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])(
    "falls back to the interviews for %j",
    (next) => {
      expect(returnPath(new URLSearchParams({ next }))).toBe("/interviews");
    },
  );
});
