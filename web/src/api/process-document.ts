/** Upload and processing of a single document. */
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import { api } from "./client";
import { isApiError } from "./errors";
import type { ProcessedDocument } from "./types";

interface DocumentUpload {
  file: File;
  /** The interview to link the result to. */
  interviewId?: string | undefined;
  /** Document type chosen by the recruiter; detected from the text if missing. */
  type?: "cv" | "cover_letter" | "job_description" | undefined;
}

/** Uploads one file and waits until it is processed. Aborting the signal stops processing. */
export async function processDocument(
  upload: DocumentUpload,
  call: { operationId: string; signal: AbortSignal },
): Promise<ProcessedDocument> {
  const { file: document, interviewId, type } = upload;
  const { data } = await api.post("/api/documents/process", {
    form: { document, interviewId, type },
    ...call,
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
  return data;
}

/** Whether the document allowance is used up. */
export function isAllowanceUsedUp(error: unknown): boolean {
  return isApiError(error) && (error.status === 402 || error.code === "DOCUMENTS_LIMIT");
}
