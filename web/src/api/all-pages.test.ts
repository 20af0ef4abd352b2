/** Tests of reading a whole list. */
import { describe, expect, it } from "vitest";

import { MAX_PAGE_SIZE, readAllPages } from "./all-pages";

describe("readAllPages", () => {
  it("reads page after page, in order, until there are no more", async () => {
    const pages = [["a", "b"], ["c"]];
    const asked: number[] = [];
    const rows = await readAllPages((page) => {
      asked.push(page);
      return Promise.resolve({
        success: true as const,
        data: pages[page - 1] ?? [],
        pagination: {
          page,
          limit: MAX_PAGE_SIZE,
          total: 3,
          totalPages: pages.length,
          hasMore: page < pages.length,
        },
      });
    });
    expect(rows).toEqual(["a", "b", "c"]);
    expect(asked).toEqual([1, 2]);
  });
});
