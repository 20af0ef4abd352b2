/** HTTP calls for the profile and job panels of the room. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

export type RoomCandidate = Schemas["CandidateProfile"];
export type RoomJobDescription = Schemas["JobDescriptionView"];

export const roomCandidateQuery = (id: string) =>
  queryOptions({
    queryKey: ["rooms", "candidate-profile", id],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/candidates/profile/{candidate_id}", {
          params: { candidate_id: id },
          signal,
          keepSession: true,
        })
      ).data,
  });

export const roomJobDescriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ["rooms", "job-description", id],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/job-descriptions/{job_description_id}", {
          params: { job_description_id: id },
          signal,
          keepSession: true,
        })
      ).data,
  });
