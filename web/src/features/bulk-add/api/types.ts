import type { DocumentStage } from "@/api/document-progress";
import type { DocumentType } from "@/api/types";

/** Something in a document that a recruiter should look at. */
export interface DocumentFlag {
  kind: string;
  excerpt: string;
}

export interface BatchDocument {
  _id: string;
  originalName: string;
  fileSize: number;
  detectedType: { type: DocumentType; confidence: number } | null;
  processingStatus: "queued" | "processing" | "completed" | "failed";
  processingError: string | null;
  errorCode: string | null;
  progress: {
    stage: DocumentStage;
    share: number;
    queuePosition: number | null;
    elapsedSeconds: number | null;
  } | null;
  sameAsId: string | null;
  flags: DocumentFlag[];
}

export interface NamedCandidate {
  _id: string;
  name: string | null;
}

export interface NamedJob {
  _id: string;
  title: string | null;
}

export interface ImportResult {
  createdCandidates: NamedCandidate[];
  updatedCandidates: NamedCandidate[];
  createdJobs: NamedJob[];
  updatedJobs: NamedJob[];
}

export interface Batch {
  batchId: string;
  status: "open" | "committed";
  createdAt: string;
  documents: BatchDocument[];
  result: ImportResult | null;
}

export interface OpenBatch {
  batchId: string;
  status: "open" | "committed";
  createdAt: string;
  documentCount: number;
}

interface Duplicate {
  /** Of the record that is there already, or of an earlier document of this batch. */
  duplicateOf: string | null;
  duplicateKind: "existing" | "batch" | null;
  duplicateName: string | null;
}

export interface PreviewCandidate extends Duplicate {
  sourceDocumentId: string;
  fileName: string;
  type: DocumentType;
  name: string | null;
  email: string | null;
  phone: string | null;
  currentPosition: string | null;
  flags: DocumentFlag[];
}

export interface PreviewJob extends Duplicate {
  sourceDocumentId: string;
  fileName: string;
  title: string | null;
  company: string | null;
  level: string | null;
}

export interface Preview {
  candidates: PreviewCandidate[];
  jobs: PreviewJob[];
  /** Documents that are not yet read. */
  pending: number;
}

export interface MergeChange {
  /** Of the field in the record, such as `cvParsed.skills`. */
  path: string;
  current: unknown;
  incoming: unknown;
  merged: unknown;
  effect: "filled" | "united" | "kept";
}

export interface Merge {
  recordId: string;
  recordName: string | null;
  changes: MergeChange[];
}
