import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import { api } from "./client";
import { isApiError } from "./errors";
import type { ProcessedDocument } from "./types";

interface DocumentUpload {
  file: File;
  /** The interview that its result is linked to. */
  interviewId?: string | undefined;
  /** What the recruiter says it is; else the server decides by the text. */
  type?: "cv" | "cover_letter" | "job_description" | undefined;
}

/** Uploads one file and waits until it has been read. Aborting the signal stops the model's work. */
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

/** HTTP 402: the allowance of documents is used up. */
export function isAllowanceUsedUp(error: unknown): boolean {
  return isApiError(error) && (error.status === 402 || error.code === "DOCUMENTS_LIMIT");
}
