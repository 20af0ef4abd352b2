/** Tests of password length ratings. */
import { expect, it } from "vitest";

import { passwordLevel } from "./password-length";

it.each([
  [0, null],
  [1, "short"],
  [9, "short"],
  [10, "enough"],
  [13, "enough"],
  [14, "good"],
  [19, "good"],
  [20, "strong"],
])("rates a password by its length alone: %i is %s", (length, level) => {
  expect(passwordLevel("x".repeat(length))).toBe(level);
});
