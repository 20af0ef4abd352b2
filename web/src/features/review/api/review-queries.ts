/** Queries for the review of an interview, its history, colleagues and shared interviews. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { PAGE_SIZE } from "@/config/constants";

export function reviewQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["review", interviewId],
    // Other people score in the meantime.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/interviews/{interview_id}/review", {
          params: { interview_id: interviewId },
          signal,
        })
      ).data,
  });
}

/** Under the review's key, so that every change of the review reloads it. */
export function reviewHistoryQuery(interviewId: string, page: number) {
  return queryOptions({
    queryKey: ["review", interviewId, "history", page],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get("/api/interviews/{interview_id}/review/history", {
        params: { interview_id: interviewId },
        query: { page, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Users who can be named as reviewers. */
export function colleaguesQuery(interviewId: string, text: string) {
  return queryOptions({
    queryKey: ["review", interviewId, "colleagues", text],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/interviews/{interview_id}/reviewers/available", {
          params: { interview_id: interviewId },
          query: { q: text },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
}

/** Interviews of other users that this user was named to review. */
export function sharedInterviewsQuery(page: number) {
  return queryOptions({
    queryKey: ["shared-interviews", page],
    staleTime: 0,
    queryFn: ({ signal }) => api.get("/api/reviews", { query: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
}
