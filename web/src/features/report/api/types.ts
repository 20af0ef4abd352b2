/** Names for the shapes of the analysis API. */
import type { Schemas } from "@/api/types";

export type Analysis = Schemas["AnalysisView"];
export type AnalysisResponse = Schemas["AnalysisResponse"];
export type AnalyzeResponse = Schemas["AnalyzeResponse"];
export type Sentiment = Schemas["SentimentView"]["overall"];
/** One counted feature of a score, and the segments in which it was found. */
export type ScoreBasis = Schemas["BasisView"];
/** The interval in which a score lies. */
export type ScoreRange = Schemas["ScoreRangeView"];
/** What the judge read in the answer to one question. */
export type JudgedQuestion = Schemas["QuestionScoreView"];
export type LabeledSentence = Schemas["LabeledSentenceView"];
export type AnswerLabel = Schemas["AnswerLabel"];
export type SentenceLabel = Schemas["SentenceLabel"];
/** A point of a good answer, and the words that cover it. */
export type AnswerPoint = Schemas["PointView"];
/** A place in the transcript where the sound of a speaker is missing. */
export type Gap = Schemas["GapView"];
/** A verbatim quote from one segment. */
export type Evidence = Schemas["EvidenceView"];
/** What a person changed in a finding. */
export type Amendment = Schemas["AmendmentView"];
export type AmendFinding = Schemas["AmendFinding"];
export type Finding = Schemas["StrengthView"];
export type Concern = Schemas["ConcernView"];
export type Severity = Concern["severity"];
/** What the interview shows for one requirement of the job. */
export type Requirement = Schemas["RequirementFindingView"];
export type KeyQuote = Schemas["KeyQuoteView"];
export type FollowUpQuestion = Schemas["FollowUpView"];
export type MissingPart = Schemas["MissingView"];
/** The section 'Consistency check'. */
export type ConsistencyCheck = Schemas["DeceptionAnalysisView"];
/** A possible contradiction with both quotes. */
export type Contradiction = Schemas["DeceptionEvidenceView"];
export type JobFit = Schemas["JobFitView"];
/** One required skill, how well it is met and what this rests on. */
export type SkillScore = Schemas["SkillScoreView"];
export type Problem = Schemas["AnalysisProblem"];
export type Segment = Schemas["SegmentView"];
