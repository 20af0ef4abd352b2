/** Names for the shapes of the analysis API. */
import type { Schemas } from "@/api/types";

export type Analysis = Schemas["AnalysisView"];
export type AnalysisResponse = Schemas["AnalysisResponse"];
export type AnalyzeResponse = Schemas["AnalyzeResponse"];
export type Sentiment = Schemas["SentimentView"]["overall"];
/** One counted feature of a score, and the segments in which it was found. */
export type ScoreBasis = Schemas["BasisView"];
/** A verbatim quote from one segment. */
export type Evidence = Schemas["EvidenceView"];
export type Finding = Schemas["StrengthView"];
export type Concern = Schemas["ConcernView"];
export type Severity = Concern["severity"];
export type KeyQuote = Schemas["KeyQuoteView"];
export type FollowUpQuestion = Schemas["FollowUpView"];
export type MissingPart = Schemas["MissingView"];
export type JobFit = Schemas["JobFitView"];
export type Problem = Schemas["AnalysisProblem"];
export type Segment = Schemas["SegmentView"];
