import type { DocumentType, ProcessingStatus } from "@/api/types";

export interface InterviewDocument {
  _id: string;
  originalName: string;
  detectedType: { type: DocumentType; confidence: number | null } | null;
  processingStatus: ProcessingStatus;
  processingError: string | null;
  fileSize: number;
  createdAt: string;
}

export interface DocumentDetail extends InterviewDocument {
  rawText: string;
  parsedData: Record<string, unknown> | null;
}

export interface ProcessedDocument {
  document: InterviewDocument;
  detectedType: { type: DocumentType; confidence: number | null };
  candidateProfile: { _id: string } | null;
  jobDescription: { _id: string } | null;
}
