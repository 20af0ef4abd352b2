/** Maps the server's document state to an upload entry. */
import type { DocumentProgress } from "@/api/document-progress";
import { serverSentence } from "@/api/errors";

import type { BatchDocument } from "../api/types";
import type { Upload, UploadProblem } from "./uploads";

function toProblem(error: string | null, code: string | null): UploadProblem {
  const text = serverSentence(code ?? "", error);
  return text === null ? { key: "failed" } : { text };
}

/** The upload with the server's current document state. */
export function fromDocument(upload: Upload, document: BatchDocument): Upload {
  const { processingStatus: status, processingError, errorCode, isRetryable, progress } = document;
  const isFailed = status === "failed";
  return {
    ...upload,
    fileName: upload.fileName === "" ? document.originalName : upload.fileName,
    fileSize: document.fileSize,
    documentId: document._id,
    status: status === "queued" || status === "processing" ? "processing" : status,
    share: progress?.share ?? 0,
    stage: progress?.stage ?? (status === "queued" ? "queued" : null),
    queuePosition: progress?.queuePosition ?? 0,
    problem: isFailed ? toProblem(processingError, errorCode) : null,
    canRetry: !isFailed || isRetryable,
    type: document.detectedType?.type ?? null,
    sameAsId: document.sameAsId,
    flags: document.flags,
  };
}

/** The upload after an event. A late event does not restart a finished upload. */
export function fromProgress(upload: Upload, progress: DocumentProgress): Upload {
  const { processingStatus: status, error, errorCode, isRetryable, detectedType } = progress;
  if (status === "completed" || status === "failed") {
    return {
      ...upload,
      status,
      share: 1,
      stage: progress.stage,
      queuePosition: 0,
      problem: status === "failed" ? toProblem(error, errorCode) : null,
      canRetry: status !== "failed" || isRetryable,
      type: detectedType?.type ?? upload.type,
    };
  }
  if (upload.status !== "processing") return upload;
  return {
    ...upload,
    share: progress.share,
    stage: progress.stage,
    queuePosition: progress.queuePosition ?? 0,
  };
}
