/** Tests of pending answer points. */
import { expect, it } from "vitest";

import { isAnswerComing } from "./good-answer";

const at = Date.parse("2026-11-01T09:02:00Z");

it.each([
  ["for two minutes after its words", null, "2026-11-01T09:00:01Z", true],
  ["not any longer", null, "2026-11-01T09:00:00Z", false],
  ["not once they exist", ["A point"], "2026-11-01T09:01:59Z", false],
])("expects the points of a question %s", (_name, goodAnswer, updatedAt, expected) => {
  expect(isAnswerComing({ goodAnswer, updatedAt }, at)).toBe(expected);
});
