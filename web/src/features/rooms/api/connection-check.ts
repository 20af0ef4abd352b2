/** Checks before joining a room: of the connection to the server, and of the paths for video. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

import { checkPaths } from "../engine/path-check";
import type { Role } from "../engine/protocol";

export type ConnectionQuality = "good" | "slow";

const ROUND_TRIPS = 3;
const SLOW_MS = 400;

/** Measures a few round trips; fails if the server cannot be reached. */
export const connectionCheckQuery = queryOptions({
  queryKey: ["rooms", "connection-check"],
  queryFn: async ({ signal }): Promise<ConnectionQuality> => {
    const times: number[] = [];
    for (let index = 0; index < ROUND_TRIPS; index += 1) {
      const startedAt = performance.now();
      await api.get("/api/site", { signal });
      times.push(performance.now() - startedAt);
    }
    // The first one may include the connection's set-up.
    return Math.min(...times) > SLOW_MS ? "slow" : "good";
  },
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

/** `link`: the candidate's token, or the recruiter's token or id of the interview. */
export const pathCheckQuery = (side: Role, link: string) =>
  queryOptions({
    queryKey: ["rooms", "path-check", side, link],
    queryFn: async ({ signal }) => {
      const { data } =
        side === "candidate"
          ? await api.get("/api/interviews/candidate/{token}/ice-servers", {
              signal,
              params: { token: link },
              asCandidate: true,
            })
          : await api.get("/api/interviews/recruiter/{token_or_id}/ice-servers", {
              signal,
              params: { token_or_id: link },
              keepSession: true,
            });
      return checkPaths(data);
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
