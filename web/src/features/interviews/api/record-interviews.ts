/** Interviews of a candidate or for a job description. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { INTERVIEW_LISTS } from "@/api/interview-created";
import type { Schemas } from "@/api/types";
import { PAGE_SIZE } from "@/config/constants";

/** The kind of record that interviews are linked to. */
export type LinkedRecordKind = "candidate" | "jobDescription";

export type RecordInterview = Schemas["RecordInterview"];

/** The interviews of one candidate, or for one job description, newest first. */
export function recordInterviewsQuery(kind: LinkedRecordKind, recordId: string, page: number) {
  return queryOptions({
    queryKey: [...INTERVIEW_LISTS, kind, recordId, page],
    queryFn: ({ signal }) => {
      const call = { query: { page, limit: PAGE_SIZE }, signal };
      return kind === "candidate"
        ? api.get("/api/candidates/{candidate_id}/interviews", {
            params: { candidate_id: recordId },
            ...call,
          })
        : api.get("/api/job-descriptions/{job_description_id}/interviews", {
            params: { job_description_id: recordId },
            ...call,
          });
    },
    placeholderData: keepPreviousData,
  });
}
