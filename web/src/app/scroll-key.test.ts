/** Tests of the key for the position of a page. */
import { expect, it } from "vitest";

import { scrollKey } from "./scroll-key";

it("distinguishes the first pages of two visits, and pages of one visit", () => {
  expect(scrollKey({ key: "default", pathname: "/profile" })).toBe("/profile");
  expect(scrollKey({ key: "default", pathname: "/jobs" })).toBe("/jobs");
  expect(scrollKey({ key: "a1b2c3", pathname: "/jobs" })).toBe("a1b2c3");
});
