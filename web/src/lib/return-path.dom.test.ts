/** Tests of return paths through the sign-in. */
import { describe, expect, it } from "vitest";

import { entrancePath, loginPath, returnPath } from "./return-path";

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
  it.each(["/interview-hq/a?tab=report", "/candidates?page=2#list", "/candidates?q=a%2F%2Fb", "/"])(
    "returns to a page of this site: %s",
    (next) => {
      expect(returnPath(new URLSearchParams({ next }))).toBe(next);
    },
  );

  it.each([
    "",
    "interviews",
    "https://evil.example",
    "javascript:alert(1)",
    "//evil.example",
    "/\\evil.example",
    "/interviews\\..\\evil",
    "/\t/evil.example",
    "/\n/evil.example",
    "\u0000//evil.example",
    " //evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/%2Fevil.example",
    "/%5Cevil.example",
    "/%09/evil.example",
    "/%",
    `/${"a".repeat(2001)}`,
  ])("falls back to the interviews for %j", (next) => {
    expect(returnPath(new URLSearchParams({ next }))).toBe("/interviews");
  });

  it.each(["/login?token=stolen", "/login", "/register", "/invite/abc", "/auth/google", "/api/x"])(
    "never returns to a sign-in or API path: %s",
    (next) => {
      expect(returnPath(new URLSearchParams({ next }))).toBe("/interviews");
    },
  );
});

describe("entrancePath", () => {
  const ready = { mustChangePassword: false, mustEnrolSecondFactor: false };

  it("leads to the requested page", () => {
    expect(entrancePath(ready, "/jobs")).toBe("/jobs");
  });

  it.each(["mustChangePassword", "mustEnrolSecondFactor"] as const)(
    "leads to the profile first: %s",
    (duty) => {
      expect(entrancePath({ ...ready, [duty]: true }, "/jobs?page=2")).toBe(
        "/profile?next=%2Fjobs%3Fpage%3D2",
      );
    },
  );
});
