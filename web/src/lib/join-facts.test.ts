/** Tests of short facts in one line. */
import { expect, it } from "vitest";

import { joinFacts } from "./join-facts";

it("leaves out what is missing, and keeps the dot with the fact before it", () => {
  expect(joinFacts(["Lead", null, "", undefined, "10 years"])).toBe("Lead\u00a0· 10 years");
});
