/** Sample uploads and batches for tests. */
import type { Batch, BatchDocument } from "../api/types";
import type { Upload } from "../lib/uploads";

/** A pending upload, with overrides. */
export function anUpload(part: Partial<Upload> = {}): Upload {
  return {
    id: "u1",
    fileName: "cv.pdf",
    fileSize: 4,
    file: new File(["text"], "cv.pdf"),
    status: "pending",
    share: 0,
    stage: null,
    queuePosition: 0,
    problem: null,
    canRetry: true,
    documentId: null,
    type: null,
    sameAsId: null,
    flags: [],
    ...part,
  };
}

/** A CV that was just stored, with overrides. */
export function aDocument(part: Partial<BatchDocument> = {}): BatchDocument {
  const isRead = part.processingStatus === "completed";
  return {
    _id: "d1",
    originalName: "cv.pdf",
    mimeType: "application/pdf",
    fileSize: 4,
    type: null,
    error: null,
    batchId: "b1",
    interviewId: null,
    candidateProfileId: null,
    jobDescriptionId: null,
    assessmentStatus: "none",
    createdAt: "2026-11-20T09:00:00Z",
    updatedAt: "2026-11-20T09:00:00Z",
    detectedType: isRead ? { type: "cv", confidence: 0.9 } : null,
    processingStatus: "queued",
    processingError: null,
    errorCode: null,
    isRetryable: part.processingStatus === "failed",
    progress: null,
    sameAsId: null,
    isTemporary: true,
    flags: [],
    ...part,
  };
}

/** An open batch without documents. */
export function aBatch(part: Partial<Batch> = {}): Batch {
  return {
    batchId: "b1",
    status: "open",
    createdAt: "2026-11-20T09:00:00Z",
    documents: [],
    result: null,
    ...part,
  };
}
