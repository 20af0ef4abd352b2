/** Tests of the credit rule. */
import { expect, it } from "vitest";

import { creditsFor } from "./credit-rule";

it.each([
  [0, 0],
  [299, 0],
  [300, 0],
  [301, 1],
  [3600, 1],
  [3601, 2],
  [7200, 2],
  [7201, 3],
])("an interview of %i seconds costs %i credits", (seconds, credits) => {
  expect(creditsFor(seconds)).toBe(credits);
});
