/** A page of the list without interviews that are being deleted. */
import type { Interview, Page } from "@/api/types";

export function withoutHidden(page: Page<Interview>, hidden: ReadonlySet<string>): Page<Interview> {
  const data = page.data.filter(({ _id }) => !hidden.has(_id));
  const { limit, page: number } = page.pagination;
  const total = page.pagination.total - (page.data.length - data.length);
  const totalPages = Math.ceil(total / limit);
  const pagination = { ...page.pagination, total, totalPages, hasMore: number < totalPages };
  return { ...page, data, pagination };
}
