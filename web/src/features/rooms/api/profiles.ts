import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data } from "@/api/types";

/** What the room shows of a candidate: read-only, every field may be missing. */
export interface RoomCandidate {
  _id: string;
  name: string;
  email?: string | null;
  phone?: string | null;
  linkedin?: string | null;
  currentPosition?: string | null;
  cvParsed?: {
    summary?: string | null;
    skills?: string[] | null;
    experienceLevel?: string | null;
    experience?:
      | {
          title?: string | null;
          company?: string | null;
          durationMonths?: number | null;
          description?: string | null;
        }[]
      | null;
  } | null;
  cvProfile?: {
    totalExperienceYears?: number | null;
    highestEducationLevel?: string | null;
  } | null;
}

export interface RoomJobDescription {
  _id: string;
  rawText?: string | null;
  parsed?: {
    title?: string | null;
    level?: string | null;
    company?: { name?: string | null; description?: string | null } | null;
    summary?: string | null;
    description?: string | null;
    requiredSkills?: string[] | null;
    preferredSkills?: string[] | null;
    responsibilities?: string[] | null;
    requirements?: string[] | null;
  } | null;
}

export const roomCandidateQuery = (id: string) =>
  queryOptions({
    queryKey: ["rooms", "candidate-profile", id],
    queryFn: async ({ signal }) =>
      (
        await api.get<Data<RoomCandidate>>(`/api/candidates/profile/${id}`, {
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
        await api.get<Data<RoomJobDescription>>(`/api/job-descriptions/${id}`, {
          signal,
          keepSession: true,
        })
      ).data,
  });
