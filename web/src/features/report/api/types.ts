import type { AnalysisStatus, Data, Success, TranscriptSpeaker } from "@/api/types";

export type Priority = "high" | "medium" | "low";

export interface Evidence {
  segmentId: string;
  /** Stands word for word in that segment. */
  quote: string;
  speaker: TranscriptSpeaker;
  startSeconds: number;
}

export interface Finding {
  title: string;
  description: string;
  category: "technical" | "communication";
  evidence: Evidence[];
}

export interface Concern extends Finding {
  severity: Priority;
}

export interface KeyQuote {
  text: string;
  speaker: TranscriptSpeaker;
  context: "strength" | "concern" | "insight" | "personality";
  timestamp: string | number | null;
  significance: string;
  segmentId: string;
}

export interface FollowUpQuestion {
  question: string;
  priority: Priority;
  purpose: string;
}

/** One counted feature of a score, and the segments it was found in. */
export interface ScoreBasis {
  feature: string;
  label: string;
  effect: "raises" | "lowers";
  count: number;
  segmentIds: string[];
}

export type Sentiment = "very_positive" | "positive" | "neutral" | "negative" | "very_negative";

export interface Analysis {
  sentiment: { overall: Sentiment } | null;
  scores: { technical: number | null; communication: number | null };
  scoreBasis: { technical: ScoreBasis[]; communication: ScoreBasis[] };
  summary: string;
  technicalAssessment: string;
  communicationAssessment: string;
  strengths: Finding[];
  concerns: Concern[];
  keyQuotes: KeyQuote[];
  followUpQuestions: FollowUpQuestion[];
  missing: { section: string; reason: string }[];
  generation: {
    model: string;
    modelSha256: string;
    promptVersion: string;
    durationMs: number;
  } | null;
  createdAt: string;
}

export interface AnalysisAnswer extends Success {
  hasAnalysis: boolean;
  analysis: Analysis | null;
  status: AnalysisStatus;
  error: string | null;
}

export interface Segment {
  _id: string;
  sequence: number;
  speaker: TranscriptSpeaker;
  text: string;
  timestamp: string;
  startSeconds: number;
  endSeconds: number;
}

export type TranscriptAnswer = Data<{ segments: Segment[] }>;
