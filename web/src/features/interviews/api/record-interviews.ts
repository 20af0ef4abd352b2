import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { INTERVIEW_LISTS } from "@/api/create-interview";
import type { Page, Schemas } from "@/api/types";
import { PAGE_SIZE } from "@/config/constants";

/** What an interview is linked to. */
export type RecordKind = "candidate" | "jobDescription";

export type RecordInterview = Schemas["RecordInterview"];

const BASES: Record<RecordKind, string> = {
  candidate: "/api/candidates",
  jobDescription: "/api/job-descriptions",
};

/** The interviews of one candidate, or for one job description, newest first. */
export function recordInterviewsQuery(kind: RecordKind, recordId: string, page: number) {
  return queryOptions({
    queryKey: [...INTERVIEW_LISTS, kind, recordId, page],
    queryFn: ({ signal }) =>
      api.get<Page<RecordInterview>>(`${BASES[kind]}/${recordId}/interviews`, {
        query: { page, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
