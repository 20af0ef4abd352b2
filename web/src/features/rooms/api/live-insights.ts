/** HTTP call of the AI Sense pane. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

export type LiveInsights = Schemas["LiveInsightsView"];

const EVERY_MS = 60_000;

/** What the interview has shown so far: read at once, and then every minute while it is used. */
export const liveInsightsQuery = (interviewId: string) =>
  queryOptions({
    queryKey: ["rooms", "insights", interviewId],
    queryFn: ({ signal }) =>
      api.post("/api/aisense/live", { body: { interviewId }, signal, keepSession: true }),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    // Switching AI Sense on again reads at once, however recent the last reading is.
    staleTime: 0,
    retry: false,
  });
