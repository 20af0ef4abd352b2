/** Queries for the report of an interview and its transcript. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";

import type { AnalysisResponse, Gap, Segment } from "./types";

const POLL_MS = 2000;

const NO_ANALYSIS: AnalysisResponse = {
  success: true,
  hasAnalysis: false,
  isConcealed: false,
  analysis: null,
  status: "none",
  problem: null,
  isOutdated: false,
  fit: null,
};

/** The report and the state of the latest run; polled while a run is queued or running. */
export function analysisQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["analysis", interviewId],
    // The fit follows every change of the profile and the job description.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<AnalysisResponse> => {
      try {
        return await api.get("/api/aisense/analysis/{interview_id}", {
          params: { interview_id: interviewId },
          signal,
        });
      } catch (error) {
        if (isApiError(error) && error.status === 404) return NO_ANALYSIS;
        throw error;
      }
    },
    refetchInterval: ({ state }) =>
      state.data?.status === "queued" || state.data?.status === "running" ? POLL_MS : false,
  });
}

export function transcriptQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["transcript", interviewId],
    queryFn: async ({ signal }): Promise<Segment[]> => {
      const response = await api.get("/api/interview/{interview_id}/transcript", {
        params: { interview_id: interviewId },
        query: { includeSegments: true },
        signal,
      });
      return response.data.segments;
    },
  });
}

/** Where the sound of a speaker is missing; empty while that is not known. */
export function transcriptGapsQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["transcript-gaps", interviewId],
    queryFn: async ({ signal }): Promise<Gap[]> => {
      const response = await api.get("/api/interview/{interview_id}/transcript", {
        params: { interview_id: interviewId },
        query: { includeSegments: false },
        signal,
      });
      return response.data.gaps ?? [];
    },
  });
}
