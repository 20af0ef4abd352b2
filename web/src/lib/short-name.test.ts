/** Tests of what fits into a chip. */
import { expect, it } from "vitest";

import { isShortName } from "./short-name";

it("distinguishes names from sentences", () => {
  expect(isShortName("Accounts payable and receivable")).toBe(true);
  expect(isShortName("At least four years of experience with Python in production.")).toBe(false);
});
