import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { INTERVIEW_LISTS } from "@/api/create-interview";
import type { Interview, Page } from "@/api/types";
import { PAGE_SIZE } from "@/config/constants";

export function interviewListQuery(page: number) {
  return queryOptions({
    queryKey: [...INTERVIEW_LISTS, page],
    queryFn: ({ signal }) =>
      api.get<Page<Interview>>("/api/interviews", { query: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
}
