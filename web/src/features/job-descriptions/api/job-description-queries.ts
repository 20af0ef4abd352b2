import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Page } from "@/api/types";
import { PAGE_SIZE } from "@/config/constants";
import { listQueryOf, type ListView } from "@/hooks/use-list-view";

import type { Count, JobDescription, JobDescriptionRow } from "./types";

const SEARCH_LIMIT = 10;
/** While the server still writes about it. */
const PENDING_POLL_MS = 4000;

export function jobDescriptionQuery(jobDescriptionId: string) {
  return queryOptions({
    queryKey: ["job-descriptions", "one", jobDescriptionId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<JobDescription>>(`/api/job-descriptions/${jobDescriptionId}`, { signal }))
        .data,
    refetchInterval: ({ state }) => (state.data?.isAssessmentPending ? PENDING_POLL_MS : false),
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

export const JOB_DESCRIPTION_LISTS = ["job-descriptions", "list"] as const;

export function jobDescriptionListQuery(view: ListView) {
  return queryOptions({
    queryKey: [...JOB_DESCRIPTION_LISTS, listQueryOf(view)],
    queryFn: ({ signal }) =>
      api.get<Page<JobDescriptionRow>>("/api/job-descriptions", {
        query: { ...listQueryOf(view), limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Interviews that must be deleted before the job can be; a failed read counts as none. */
export function jobInterviewCountQuery(jobDescriptionId: string) {
  return queryOptions({
    queryKey: ["job-descriptions", "interview-count", jobDescriptionId],
    queryFn: async ({ signal }) =>
      (
        await api.get<Count>(`/api/job-descriptions/${jobDescriptionId}/interview-count`, {
          signal,
        })
      ).count,
  });
}
