/** Search queries of the command palette. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
const LIMIT = 5;

export const interviewSearch = (words: string) =>
  queryOptions({
    queryKey: ["palette", "interviews", words],
    queryFn: async ({ signal }) =>
      (await api.get("/api/interviews", { query: { search: words, limit: LIMIT }, signal })).data,
    placeholderData: keepPreviousData,
  });

export const candidateSearch = (words: string) =>
  queryOptions({
    queryKey: ["palette", "candidates", words],
    queryFn: async ({ signal }) =>
      (await api.get("/api/candidates/search", { query: { q: words, limit: LIMIT }, signal })).data,
    placeholderData: keepPreviousData,
  });

export const jobSearch = (words: string) =>
  queryOptions({
    queryKey: ["palette", "jobs", words],
    queryFn: async ({ signal }) =>
      (await api.get("/api/job-descriptions/search", { query: { q: words, limit: LIMIT }, signal }))
        .data,
    placeholderData: keepPreviousData,
  });
