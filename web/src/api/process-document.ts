/** Upload and processing of a single document. */
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import { api } from "./client";
import { isApiError } from "./errors";
import type { ProcessedDocument } from "./types";

interface DocumentUpload {
  file: File;
  /** The interview to link the result to. */
  interviewId?: string | undefined;
  /** The record that the document is merged into. */
  candidateId?: string | undefined;
  jobDescriptionId?: string | undefined;
  /** Document type chosen by the recruiter; detected from the text if missing. */
  type?: "cv" | "cover_letter" | "job_description" | undefined;
}

/**
 * Uploads one file and waits for its facts; the model's sentences follow. Aborting the signal stops
 * processing.
 */
export async function processDocument(
  upload: DocumentUpload,
  call: { operationId: string; signal: AbortSignal },
): Promise<ProcessedDocument> {
  const { file: document, ...rest } = upload;
  const { data } = await api.post("/api/documents/process", {
    form: { document, ...rest },
    ...call,
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
  return data;
}

/** Whether the document allowance is used up. */
export function isAllowanceUsedUp(error: unknown): boolean {
  return isApiError(error) && (error.status === 402 || error.code === "DOCUMENTS_LIMIT");
}
