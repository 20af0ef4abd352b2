import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { PAGE_SIZE } from "@/config/constants";

import { api } from "./client";
import type { Page } from "./types";

export type RecordKind = "candidates" | "job-descriptions";

export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
}

export interface RecordChange {
  _id: string;
  cause: "created" | "merged" | "edited" | "assessed";
  /** Null for what the server did by itself, and once the person's account is gone. */
  actorName: string | null;
  documentId: string | null;
  documentName: string;
  changes: FieldChange[];
  createdAt: string;
}

/** Under the record's own key, so that what changes the record reads its history again. */
export function recordHistoryKey(kind: RecordKind, recordId: string) {
  return [kind, "history", recordId] as const;
}

/** What changed in a record, newest first. */
export function recordHistoryQuery(kind: RecordKind, recordId: string, page: number) {
  return queryOptions({
    queryKey: [...recordHistoryKey(kind, recordId), page],
    queryFn: ({ signal }) =>
      api.get<Page<RecordChange>>(`/api/${kind}/${recordId}/history`, {
        query: { page, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
