import type { Schemas } from "@/api/types";

export type ExperienceEntry = Schemas["ExperienceEntry"];
export type EducationEntry = Schemas["EducationEntry"];
export type CandidateProfile = Schemas["CandidateProfile"];
export type CandidateRow = Schemas["CandidateRow"];
export type ProfileChange = Schemas["PatchCandidate"];
export type Count = Schemas["Count"];
