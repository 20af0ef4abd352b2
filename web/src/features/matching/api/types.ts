/** Types of the matching API. */
import type { Schemas } from "@/api/types";

/** Whose matches are shown: a candidate's are job descriptions, a job description's are candidates. */
export type MatchedKind = "candidate" | "jobDescription";

export type Match = Schemas["MatchView"];
export type Matches = Schemas["MatchesView"];
