import { api } from "@/api/client";
import type { Data } from "@/api/types";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import type { PastedType } from "../lib/file-rules";
import type { ProcessedDocument } from "./types";

/** Uploads one file and waits until it has been read. Aborting the signal stops the model's work. */
export async function processDocument(
  upload: { file: File; interviewId: string; type?: PastedType | undefined },
  call: { operationId: string; signal: AbortSignal },
): Promise<ProcessedDocument> {
  const form = new FormData();
  form.set("document", upload.file, upload.file.name);
  form.set("interviewId", upload.interviewId);
  if (upload.type !== undefined) form.set("type", upload.type);
  const answer = await api.upload<Data<ProcessedDocument>>("/api/documents/process", form, {
    ...call,
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
  return answer.data;
}
