import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data } from "@/api/types";

import type { Match, MatchedKind, Matches } from "./types";

/** How often the server is asked again while records wait to be read. */
const POLL_MS = 5000;

const BASES: Record<MatchedKind, string> = {
  candidate: "/api/candidates",
  jobDescription: "/api/job-descriptions",
};

/** The matches without their reasons: no model is asked, so that the list is there at once. */
export function matchesQuery(kind: MatchedKind, recordId: string, limit: number) {
  return queryOptions({
    queryKey: ["matching", kind, recordId, "list", limit],
    queryFn: async ({ signal }) =>
      (
        await api.get<Data<Matches>>(`${BASES[kind]}/${recordId}/matches`, {
          query: { limit, reasons: false },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isReady === false ? POLL_MS : false),
  });
}

/** One match with its reasons; the model may have to start for them. */
export function matchQuery(kind: MatchedKind, recordId: string, matchId: string) {
  return queryOptions({
    queryKey: ["matching", kind, recordId, "one", matchId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<Match>>(`${BASES[kind]}/${recordId}/matches/${matchId}`, { signal }))
        .data,
  });
}
