import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { PAGE_SIZE, SLOW_CALL_TIMEOUT_MS } from "@/config/constants";
import { buildListQuery, buildSelectionQuery } from "@/hooks/use-list-view";

import type { JobListView } from "./types";

const SEARCH_LIMIT = 10;
/** While the server still writes about it. */
const PENDING_POLL_MS = 4000;

export function jobDescriptionQuery(jobDescriptionId: string) {
  return queryOptions({
    queryKey: ["job-descriptions", "one", jobDescriptionId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/job-descriptions/{job_description_id}", {
          params: { job_description_id: jobDescriptionId },
          signal,
        })
      ).data,
    refetchInterval: ({ state }) => (state.data?.isAssessmentPending ? PENDING_POLL_MS : false),
  });
}

/** How many job descriptions there are to link. */
export const jobDescriptionCountQuery = queryOptions({
  queryKey: ["job-descriptions", "count"],
  queryFn: async ({ signal }) => {
    const query = { page: 1, limit: 1 };
    const page = await api.get("/api/job-descriptions", { query, signal });
    return page.pagination.total;
  },
});

export function jobDescriptionSearchQuery(q: string) {
  return queryOptions({
    queryKey: ["job-descriptions", "search", q],
    queryFn: ({ signal }) =>
      api.get("/api/job-descriptions/search", { query: { q, limit: SEARCH_LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const JOB_DESCRIPTION_LISTS = ["job-descriptions", "list"] as const;

export function jobDescriptionListQuery(view: JobListView) {
  const query = { ...buildListQuery(view), limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...JOB_DESCRIPTION_LISTS, query],
    queryFn: ({ signal }) => api.get("/api/job-descriptions", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The whole list as it is shown, all its pages, as a CSV file. */
export function exportJobDescriptions(view: JobListView) {
  return api.file("/api/job-descriptions/export.csv", {
    query: buildSelectionQuery(view),
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}

/** Interviews that must be deleted before the job can be; a failed read counts as none. */
export function jobInterviewCountQuery(jobDescriptionId: string) {
  return queryOptions({
    queryKey: ["job-descriptions", "interview-count", jobDescriptionId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/job-descriptions/{job_description_id}/interview-count", {
          params: { job_description_id: jobDescriptionId },
          signal,
        })
      ).count,
  });
}
