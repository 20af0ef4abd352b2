/** Tests of moving entries of a list. */
import { describe, expect, it } from "vitest";

import { inOrder, moved } from "./order";

const LETTERS = ["a", "b", "c", "d"];

describe("order of a list", () => {
  it.each([
    [0, 2, "bcad"],
    [3, 0, "dabc"],
    [1, 2, "acbd"],
    [2, 2, "abcd"],
  ])("moves from %i to %i", (from, to, expected) => {
    expect(moved(LETTERS, from, to).join("")).toBe(expected);
  });

  it("puts unlisted entries at the end", () => {
    const list = LETTERS.map((_id) => ({ _id }));
    const ids = inOrder(list, ["c", "a"]).map(({ _id }) => _id);
    expect(ids).toEqual(["c", "a", "b", "d"]);
  });
});
