/** HTTP calls for the profile and job panels of the room. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";
import type { Interview, Schemas } from "@/api/types";

export type RoomCandidate = Schemas["CandidateProfile"];
export type RoomJobDescription = Schemas["JobDescriptionView"];
export type CandidateReference = Pick<Interview, "candidateProfileId" | "candidateEmail">;

/** The linked candidate profile, else the one with the candidate's email address; null without either. */
export const roomCandidateQuery = ({ candidateProfileId, candidateEmail }: CandidateReference) =>
  queryOptions({
    queryKey: ["rooms", "candidate-profile", candidateProfileId, candidateEmail],
    queryFn: async ({ signal }): Promise<RoomCandidate | null> => {
      if (candidateProfileId !== null) {
        const found = await api.get("/api/candidates/profile/{candidate_id}", {
          params: { candidate_id: candidateProfileId },
          signal,
          keepSession: true,
        });
        return found.data;
      }
      if (!candidateEmail) return null;
      try {
        const found = await api.get("/api/candidates/profile/email/{email}", {
          params: { email: candidateEmail },
          signal,
          keepSession: true,
        });
        return found.data;
      } catch (error) {
        if (isApiError(error) && error.status === 404) return null;
        throw error;
      }
    },
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
