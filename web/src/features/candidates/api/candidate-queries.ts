/** Requests of candidates, and the queries made from them. */
import { api } from "@/api/client";
import { downloadFile } from "@/api/download";
import { makeRecordQueries, type RecordListQuery } from "@/api/record-queries";
import type { Schemas } from "@/api/types";
import { PAGE_SIZE, SLOW_CALL_TIMEOUT_MS } from "@/config/constants";
import { buildListQuery, buildSelectionQuery } from "@/hooks/use-list-view";

import type { CandidateListView, ProfileChange } from "./types";

const byId = (candidateId: string) => ({ params: { candidate_id: candidateId } });

export const candidateRecords = makeRecordQueries({
  kind: "candidates",
  read: (candidateId, signal) =>
    api.get("/api/candidates/profile/{candidate_id}", { ...byId(candidateId), signal }),
  list: (query: RecordListQuery<Schemas["CandidateSort"], never>, signal) =>
    api.get("/api/candidates/profiles", { query, signal }),
  search: (query, signal) => api.get("/api/candidates/search", { query, signal }),
  countInterviews: (candidateId, signal) =>
    api.get("/api/candidates/{candidate_id}/interview-count", { ...byId(candidateId), signal }),
  update: (candidateId, change: ProfileChange) =>
    api.patch("/api/candidates/profile/{candidate_id}", { ...byId(candidateId), body: change }),
  remove: (candidateId) => api.delete("/api/candidates/{candidate_id}", byId(candidateId)),
});

export const candidateQuery = candidateRecords.one;

export function candidateListQuery(view: CandidateListView) {
  return candidateRecords.list({ ...buildListQuery(view), limit: PAGE_SIZE });
}

/** The whole list as it is shown, all its pages, as a CSV file. */
export function exportCandidates(view: CandidateListView) {
  return downloadFile("/api/candidates/export.csv", {
    query: buildSelectionQuery(view),
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}
