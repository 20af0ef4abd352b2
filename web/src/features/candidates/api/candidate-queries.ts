import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Page } from "@/api/types";

import type { CandidateProfile } from "./types";

const SEARCH_LIMIT = 10;

export function candidateQuery(candidateId: string) {
  return queryOptions({
    queryKey: ["candidates", "one", candidateId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<CandidateProfile>>(`/api/candidates/profile/${candidateId}`, { signal }))
        .data,
  });
}

/** How many candidates there are to link. */
export const candidateCountQuery = queryOptions({
  queryKey: ["candidates", "count"],
  queryFn: async ({ signal }) => {
    const query = { page: 1, limit: 1 };
    const page = await api.get<Page<CandidateProfile>>("/api/candidates/profiles", {
      query,
      signal,
    });
    return page.pagination.total;
  },
});

export function candidateSearchQuery(q: string) {
  return queryOptions({
    queryKey: ["candidates", "search", q],
    queryFn: ({ signal }) =>
      api.get<Page<CandidateProfile>>("/api/candidates/search", {
        query: { q, limit: SEARCH_LIMIT },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
