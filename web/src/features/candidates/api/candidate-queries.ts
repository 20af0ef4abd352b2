import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { PAGE_SIZE, SLOW_CALL_TIMEOUT_MS } from "@/config/constants";
import { buildListQuery, buildSelectionQuery } from "@/hooks/use-list-view";

import type { CandidateListView } from "./types";

const SEARCH_LIMIT = 10;
/** While the server still writes about it. */
const PENDING_POLL_MS = 4000;

export function candidateQuery(candidateId: string) {
  return queryOptions({
    queryKey: ["candidates", "one", candidateId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/candidates/profile/{candidate_id}", {
          params: { candidate_id: candidateId },
          signal,
        })
      ).data,
    refetchInterval: ({ state }) => (state.data?.isAssessmentPending ? PENDING_POLL_MS : false),
  });
}

/** How many candidates there are to link. */
export const candidateCountQuery = queryOptions({
  queryKey: ["candidates", "count"],
  queryFn: async ({ signal }) => {
    const query = { page: 1, limit: 1 };
    const page = await api.get("/api/candidates/profiles", { query, signal });
    return page.pagination.total;
  },
});

export function candidateSearchQuery(q: string) {
  return queryOptions({
    queryKey: ["candidates", "search", q],
    queryFn: ({ signal }) =>
      api.get("/api/candidates/search", { query: { q, limit: SEARCH_LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const CANDIDATE_LISTS = ["candidates", "list"] as const;

export function candidateListQuery(view: CandidateListView) {
  const query = { ...buildListQuery(view), limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...CANDIDATE_LISTS, query],
    queryFn: ({ signal }) => api.get("/api/candidates/profiles", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The whole list as it is shown, all its pages, as a CSV file. */
export function exportCandidates(view: CandidateListView) {
  return api.file("/api/candidates/export.csv", {
    query: buildSelectionQuery(view),
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}

/** Interviews that must be deleted before the candidate can be; a failed read counts as none. */
export function candidateInterviewCountQuery(candidateId: string) {
  return queryOptions({
    queryKey: ["candidates", "interview-count", candidateId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/candidates/{candidate_id}/interview-count", {
          params: { candidate_id: candidateId },
          signal,
        })
      ).count,
  });
}
