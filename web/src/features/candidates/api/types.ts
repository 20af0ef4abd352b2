/** Types of candidates in requests and responses. */
import type { Schemas } from "@/api/types";
import type { ListView } from "@/hooks/use-list-view";

export type ExperienceEntry = Schemas["ExperienceEntry"];
export type EducationEntry = Schemas["EducationEntry"];
export type CandidateProfile = Schemas["CandidateProfile"];
/** A profile with what the candidate's interviews showed. */
export type CandidateDetail = Schemas["CandidateDetail"];
export type CandidateRow = Schemas["CandidateRow"];
export type ProfileChange = Schemas["PatchCandidate"];
export type CandidateListView = ListView<Schemas["CandidateSort"], never>;
