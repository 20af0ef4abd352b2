/** Reading of a whole list, page by page. */
import type { Page } from "./types";

/** The server's maximum page size. */
export const MAX_PAGE_SIZE = 100;

/** All rows of a list. `read` reads one page of at most MAX_PAGE_SIZE rows; the first page is 1. */
export async function readAllPages<Row>(
  read: (page: number) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const { data, pagination } = await read(page);
    rows.push(...data);
    hasMore = pagination.hasMore;
  }
  return rows;
}
