/** Change history of a candidate profile or job description. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { PAGE_SIZE } from "@/config/constants";

import { api } from "./client";
import type { Schemas } from "./types";

export type RecordKind = "candidates" | "job-descriptions";

export type FieldChange = Schemas["FieldChange"];
/** `actorName` is null for changes by the server, and once the user's account is deleted. */
export type RecordChange = Schemas["RecordChangeView"];

/** Under the record's own key, so that invalidating the record invalidates its history. */
export function recordHistoryKey(kind: RecordKind, recordId: string) {
  return [kind, "history", recordId] as const;
}

/** Changes to a record, newest first. */
export function recordHistoryQuery(kind: RecordKind, recordId: string, page: number) {
  return queryOptions({
    queryKey: [...recordHistoryKey(kind, recordId), page],
    queryFn: ({ signal }) => {
      const call = { query: { page, limit: PAGE_SIZE }, signal };
      return kind === "candidates"
        ? api.get("/api/candidates/{candidate_id}/history", {
            params: { candidate_id: recordId },
            ...call,
          })
        : api.get("/api/job-descriptions/{job_description_id}/history", {
            params: { job_description_id: recordId },
            ...call,
          });
    },
    placeholderData: keepPreviousData,
  });
}
