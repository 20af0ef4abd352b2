import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Page } from "@/api/types";
import { PAGE_SIZE } from "@/config/constants";
import { listQueryOf, type ListView } from "@/hooks/use-list-view";

import type { CandidateProfile, CandidateRow, Count } from "./types";

const SEARCH_LIMIT = 10;
/** While the server still writes about it. */
const PENDING_POLL_MS = 4000;

export function candidateQuery(candidateId: string) {
  return queryOptions({
    queryKey: ["candidates", "one", candidateId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<CandidateProfile>>(`/api/candidates/profile/${candidateId}`, { signal }))
        .data,
    refetchInterval: ({ state }) => (state.data?.isAssessmentPending ? PENDING_POLL_MS : false),
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

export const CANDIDATE_LISTS = ["candidates", "list"] as const;

export function candidateListQuery(view: ListView) {
  return queryOptions({
    queryKey: [...CANDIDATE_LISTS, listQueryOf(view)],
    queryFn: ({ signal }) =>
      api.get<Page<CandidateRow>>("/api/candidates/profiles", {
        query: { ...listQueryOf(view), limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Interviews that must be deleted before the candidate can be; a failed read counts as none. */
export function candidateInterviewCountQuery(candidateId: string) {
  return queryOptions({
    queryKey: ["candidates", "interview-count", candidateId],
    queryFn: async ({ signal }) =>
      (await api.get<Count>(`/api/candidates/${candidateId}/interview-count`, { signal })).count,
  });
}
