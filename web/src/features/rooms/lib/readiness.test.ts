/** Tests of local readiness. */
import { describe, expect, it } from "vitest";

import { isConversationReady } from "./readiness";

const line = (length: number, isFinal = true) => ({ text: "x".repeat(length), isFinal });

describe("isConversationReady", () => {
  it.each([
    ["two final lines with over 50 characters", [line(30), line(21)], true],
    ["two final lines with 50 characters", [line(30), line(20)], false],
    ["one long final line", [line(300)], false],
    [
      "three live lines with over 100 characters",
      [line(40, false), line(40, false), line(21, false)],
      true,
    ],
    [
      "three live lines with 100 characters",
      [line(40, false), line(40, false), line(20, false)],
      false,
    ],
    ["nothing", [], false],
  ])("is decided for %s", (_name, entries, expected) => {
    expect(isConversationReady(entries)).toBe(expected);
  });
});
