/** Upload entries: types, progress and summary. */
import type { DocumentStage } from "@/api/document-progress";
import { newOperationId } from "@/api/operations";
import type { DocumentType } from "@/api/types";

import type { DocumentFlag } from "../api/types";

export type UploadStatus =
  "pending" | "starting" | "uploading" | "processing" | "completed" | "failed";

/** Specified percentages. The bar moves toward that of a step while the step runs, and reaches it at its end. */
export const STEP_PERCENT: Record<UploadStatus, number> = {
  pending: 0,
  starting: 10,
  uploading: 30,
  processing: 70,
  completed: 100,
  failed: 100,
};

/** Why a file failed: the server's message, or the key of a text. */
export type UploadProblem = { text: string } | { key: ProblemKey };
export type ProblemKey =
  | "unsupportedType"
  | "tooLarge"
  | "timeout"
  | "tooLargeForServer"
  | "server"
  | "failed"
  | "cancelled";

/** One file of the list. Immutable: replaced when anything changes. */
export interface Upload {
  id: string;
  fileName: string;
  fileSize: number;
  /** The file to send; null for a document of an earlier visit. */
  file: File | null;
  status: UploadStatus;
  /** 0 to 1: share of the upload, then of the processing. */
  share: number;
  /** Processing stage on the server; null until it has the file. */
  stage: DocumentStage | null;
  /** Number of documents that are processed before it. */
  queuePosition: number;
  problem: UploadProblem | null;
  canRetry: boolean;
  /** Id of the document on the server, once it is stored. */
  documentId: string | null;
  type: DocumentType | null;
  /** Id of the identical document whose result was reused. */
  sameAsId: string | null;
  flags: readonly DocumentFlag[];
}

/** A new entry of the list; `file` is null for a document that the server has already. */
export function createUpload(file: File | null): Upload {
  return {
    id: newOperationId(),
    fileName: file?.name ?? "",
    fileSize: file?.size ?? 0,
    file,
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
  };
}

/** From these stages on, the bar is past 70 %. */
const UNDERSTOOD_FROM: readonly DocumentStage[] = [
  "understanding",
  "assessing",
  "finalizing",
  "done",
];

/** Percentage of the bar: 10 to 30 while uploading, to 70 while text is read, then to 100. */
export function getPercent({ status, share, stage }: Upload): number {
  switch (status) {
    case "pending":
    case "completed":
    case "failed":
      return STEP_PERCENT[status];
    case "starting":
      return STEP_PERCENT.starting;
    case "uploading":
      return between(STEP_PERCENT.starting, STEP_PERCENT.uploading, share);
    case "processing":
      // 100 % is reserved for completion.
      return stage !== null && UNDERSTOOD_FROM.includes(stage)
        ? Math.min(99, between(STEP_PERCENT.processing, STEP_PERCENT.completed, share))
        : between(STEP_PERCENT.uploading, STEP_PERCENT.processing, share);
    default:
      return status satisfies never;
  }
}

function between(from: number, to: number, share: number): number {
  return Math.round(from + (to - from) * Math.min(1, Math.max(0, share)));
}

/** Whether the file is being uploaded or processed. */
export function isRunning({ status }: Upload): boolean {
  return status === "starting" || status === "uploading" || status === "processing";
}

/** Whether the file exists only in this page. */
export function isUnsent({ status, file }: Upload): boolean {
  return file !== null && (status === "pending" || status === "starting" || status === "uploading");
}

export function isValid({ status, type }: Upload): boolean {
  return status === "completed" && type !== null && type !== "unsupported";
}

export interface UploadSummary {
  total: number;
  /** Processed, with a supported type. */
  valid: number;
  /** Processed, but not a CV, cover letter or job description. */
  unsupported: number;
  failed: number;
  /** Failed files that can be retried. */
  retryable: number;
  /** Completed or failed. */
  settled: number;
  /** Not stored by the server yet. */
  unsent: number;
  /** Stored and being processed. */
  reading: number;
}

export function summarize(uploads: readonly Upload[]): UploadSummary {
  const count = (test: (upload: Upload) => boolean) => uploads.filter(test).length;
  const valid = count(isValid);
  const completed = count(({ status }) => status === "completed");
  const failed = count(({ status }) => status === "failed");
  return {
    total: uploads.length,
    valid,
    unsupported: completed - valid,
    failed,
    retryable: count(({ status, canRetry }) => status === "failed" && canRetry),
    settled: completed + failed,
    unsent: count(isUnsent),
    reading: count(({ status }) => status === "processing"),
  };
}
