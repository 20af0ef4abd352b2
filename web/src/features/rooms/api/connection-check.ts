/** Check of the connection to the server, before joining a room. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

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
