import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Page } from "@/api/types";

import type { JobDescription } from "./types";

const SEARCH_LIMIT = 10;

export function jobDescriptionQuery(jobDescriptionId: string) {
  return queryOptions({
    queryKey: ["job-descriptions", "one", jobDescriptionId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<JobDescription>>(`/api/job-descriptions/${jobDescriptionId}`, { signal }))
        .data,
  });
}

/** How many job descriptions there are to link. */
export const jobDescriptionCountQuery = queryOptions({
  queryKey: ["job-descriptions", "count"],
  queryFn: async ({ signal }) => {
    const query = { page: 1, limit: 1 };
    const page = await api.get<Page<JobDescription>>("/api/job-descriptions", { query, signal });
    return page.pagination.total;
  },
});

export function jobDescriptionSearchQuery(q: string) {
  return queryOptions({
    queryKey: ["job-descriptions", "search", q],
    queryFn: ({ signal }) =>
      api.get<Page<JobDescription>>("/api/job-descriptions/search", {
        query: { q, limit: SEARCH_LIMIT },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
