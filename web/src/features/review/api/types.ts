/** Names for the shapes of the review API. */
import type { Schemas } from "@/api/types";

export type Review = Schemas["ReviewView"];
export type Scorecard = Schemas["ScorecardView"];
export type ScorecardDraft = Required<Schemas["SaveScorecard"]>;
export type Outcome = Schemas["Outcome"];
export type Decision = Schemas["DecisionView"];
export type DecisionDraft = Schemas["SaveDecision"];
export type Reviewer = Schemas["ReviewerView"];
export type Colleague = Schemas["ColleagueView"];
export type Agreement = Schemas["AgreementView"];
export type Spread = Schemas["SpreadView"];
export type ReviewChange = Schemas["ReviewChangeView"];

/** The scores of the report; null without one, or where it gives no score. */
export interface ReportScores {
  technical: number | null;
  communication: number | null;
}
