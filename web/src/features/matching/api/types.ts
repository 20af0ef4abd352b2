/** Whose matches are shown: a candidate's are job descriptions, a job description's are candidates. */
export type MatchedKind = "candidate" | "jobDescription";

export interface MatchReason {
  /** Words of the job description. */
  requirement: string;
  /** Words of the CV. */
  evidence: string;
}

export interface Match {
  recordId: string;
  name: string;
  subtitle: string;
  /** 0 to 100. */
  score: number;
  sharedSkills: string[];
  missingSkills: string[];
  reasons: MatchReason[];
}

export interface Matches {
  /** False while records wait to be read; `matches` are of those read so far. */
  isReady: boolean;
  matches: Match[];
}
