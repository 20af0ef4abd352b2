import type { Schemas } from "@/api/types";

/** What a recruiter should look at. `start` and `end` lie in the raw text. */
export interface DocumentFlag {
  kind: string;
  excerpt: string;
  start: number;
  end: number;
}

export type DocumentStage =
  "queued" | "reading" | "understanding" | "assessing" | "finalizing" | "done";

export interface ReadingProgress {
  stage: DocumentStage;
  /** 0 to 1. */
  share: number;
  queuePosition: number | null;
  elapsedSeconds: number;
}

type Status = "queued" | "processing" | "completed" | "failed";

export interface InterviewDocument extends Omit<Schemas["DocumentView"], "processingStatus"> {
  processingStatus: Status;
  progress: ReadingProgress | null;
  errorCode: string | null;
  sameAsId: string | null;
  batchId: string | null;
  assessmentStatus: "none" | "queued" | "running" | "written" | "failed";
  flags: DocumentFlag[];
}

export interface DocumentDetail extends InterviewDocument {
  rawText: string;
  parsedData: Record<string, unknown> | null;
  evidence: { path: string; start: number; end: number }[];
}

/** A page of a PDF, in points. */
export interface DocumentPage {
  number: number;
  width: number;
  height: number;
}
