import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Interview, Page, Schemas } from "@/api/types";

const LIMIT = 5;

function search<Row>(kind: string, path: string, query: { q: string } | { search: string }) {
  const [words] = Object.values(query) as [string];
  return queryOptions({
    queryKey: ["palette", kind, words],
    queryFn: async ({ signal }) =>
      (await api.get<Page<Row>>(path, { query: { ...query, limit: LIMIT }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export const interviewSearch = (words: string) =>
  search<Interview>("interviews", "/api/interviews", { search: words });

export const candidateSearch = (words: string) =>
  search<Schemas["CandidateProfile"]>("candidates", "/api/candidates/search", { q: words });

export const jobSearch = (words: string) =>
  search<Schemas["JobDescriptionView"]>("jobs", "/api/job-descriptions/search", { q: words });
