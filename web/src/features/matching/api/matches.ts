/** Queries for the matches of a record. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

import type { MatchedKind } from "./types";

/** Polling interval while records are being processed. */
const POLL_MS = 5000;

/** The matches without reasons: no model is needed, so the list is shown at once. */
export function matchesQuery(kind: MatchedKind, recordId: string, limit: number) {
  return queryOptions({
    queryKey: ["matching", kind, recordId, "list", limit],
    queryFn: async ({ signal }) => {
      const call = { query: { limit, reasons: false }, signal };
      const { data } =
        kind === "candidate"
          ? await api.get("/api/candidates/{candidate_id}/matches", {
              params: { candidate_id: recordId },
              ...call,
            })
          : await api.get("/api/job-descriptions/{job_description_id}/matches", {
              params: { job_description_id: recordId },
              ...call,
            });
      return data;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isReady === false ? POLL_MS : false),
  });
}

/** One match with its reasons, for which the model may have to start. */
export function matchQuery(kind: MatchedKind, recordId: string, matchId: string) {
  return queryOptions({
    queryKey: ["matching", kind, recordId, "one", matchId],
    queryFn: async ({ signal }) => {
      const { data } =
        kind === "candidate"
          ? await api.get("/api/candidates/{candidate_id}/matches/{job_description_id}", {
              params: { candidate_id: recordId, job_description_id: matchId },
              signal,
            })
          : await api.get("/api/job-descriptions/{job_description_id}/matches/{candidate_id}", {
              params: { job_description_id: recordId, candidate_id: matchId },
              signal,
            });
      return data;
    },
  });
}
