/** Queries that candidates and job descriptions share, over the typed requests of each kind. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { RecordKind } from "./record-history";
import type { Page } from "./types";

const SEARCH_LIMIT = 10;
/** While the model is still writing the assessment of the record. */
const PENDING_POLL_MS = 4000;

export interface RecordListQuery<Sort extends string, Status extends string> {
  page: number;
  limit: number;
  q?: string;
  status?: Status;
  sort?: Sort;
  order?: "asc" | "desc";
}

/** The requests of one kind of record. */
interface RecordRequests<
  Entity extends { isAssessmentPending: boolean },
  Row,
  Change,
  Sort extends string,
  Status extends string,
> {
  kind: RecordKind;
  read: (recordId: string, signal: AbortSignal) => Promise<{ data: Entity }>;
  list: (query: RecordListQuery<Sort, Status>, signal: AbortSignal) => Promise<Page<Row>>;
  search: (query: { q: string; limit: number }, signal: AbortSignal) => Promise<Page<Entity>>;
  countInterviews: (recordId: string, signal: AbortSignal) => Promise<{ count: number }>;
  update: (recordId: string, change: Change) => Promise<{ data: Entity }>;
  remove: (recordId: string) => Promise<unknown>;
}

export function makeRecordQueries<
  Entity extends { isAssessmentPending: boolean },
  Row,
  Change,
  Sort extends string,
  Status extends string,
>(requests: RecordRequests<Entity, Row, Change, Sort, Status>) {
  const { kind } = requests;
  const listsKey = [kind, "list"] as const;
  return {
    kind,
    /** Key of all pages of the list. */
    listsKey,
    update: requests.update,
    remove: requests.remove,

    one: (recordId: string) =>
      queryOptions({
        queryKey: [kind, "one", recordId],
        queryFn: async ({ signal }) => (await requests.read(recordId, signal)).data,
        refetchInterval: ({ state }) => (state.data?.isAssessmentPending ? PENDING_POLL_MS : false),
      }),

    list: (query: RecordListQuery<Sort, Status>) =>
      queryOptions({
        queryKey: [...listsKey, query],
        queryFn: ({ signal }) => requests.list(query, signal),
        placeholderData: keepPreviousData,
      }),

    search: (q: string) =>
      queryOptions({
        queryKey: [kind, "search", q],
        queryFn: ({ signal }) => requests.search({ q, limit: SEARCH_LIMIT }, signal),
        placeholderData: keepPreviousData,
      }),

    /** How many records there are to link. */
    count: queryOptions({
      queryKey: [kind, "count"],
      queryFn: async ({ signal }) =>
        (await requests.list({ page: 1, limit: 1 }, signal)).pagination.total,
    }),

    /** Interviews that must be deleted before the record can be. A failed request counts as none. */
    interviewCount: (recordId: string) =>
      queryOptions({
        queryKey: [kind, "interview-count", recordId],
        queryFn: async ({ signal }) => (await requests.countInterviews(recordId, signal)).count,
      }),
  };
}
