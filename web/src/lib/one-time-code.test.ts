/** Tests of one-time code input. */
import { expect, it } from "vitest";

import { extractDigits } from "./one-time-code";

it.each([
  ["123456", "123456"],
  ["123 456", "123456"],
  [" 123-456\n", "123456"],
  ["12a3", "123"],
  ["1234567", "123456"],
  ["", ""],
])("reads the digits of %j", (text, digits) => {
  expect(extractDigits(text)).toBe(digits);
});
