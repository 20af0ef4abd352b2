import type { DocumentStage } from "@/api/document-progress";
import { newOperationId } from "@/api/operations";
import type { DocumentType } from "@/api/types";

import type { DocumentFlag } from "../api/types";

export type UploadStatus =
  "pending" | "starting" | "uploading" | "processing" | "completed" | "failed";

/** Documents, section 4: where the bar stands when a step begins. */
export const STEP_PERCENT: Record<UploadStatus, number> = {
  pending: 0,
  starting: 10,
  uploading: 30,
  processing: 70,
  completed: 100,
  failed: 100,
};

/** Why a file failed: a sentence of the server, or the key of one of ours. */
export type UploadProblem = { text: string } | { key: ProblemKey };
export type ProblemKey =
  | "unsupportedType"
  | "tooLarge"
  | "timeout"
  | "tooLargeForServer"
  | "server"
  | "failed"
  | "unexpected"
  | "cancelled";

/** One file of the list, in whatever step it is. Replaced as a whole when anything changes. */
export interface Upload {
  id: string;
  fileName: string;
  fileSize: number;
  /** What to send; null for a document found again after the page was left. */
  file: File | null;
  status: UploadStatus;
  /** 0 to 1: of the way to the server, then of the reading there. */
  share: number;
  /** What the server does with it; null until it has the file. */
  stage: DocumentStage | null;
  /** How many documents the server reads before it. */
  queuePosition: number;
  problem: UploadProblem | null;
  canRetry: boolean;
  /** Of the document on the server, once it is there. */
  documentId: string | null;
  type: DocumentType | null;
  /** Id of the document with the very same bytes, whose reading was taken over. */
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

/** From this stage on the bar stands past the documents' 70 %. */
const UNDERSTOOD_FROM: readonly DocumentStage[] = [
  "understanding",
  "assessing",
  "finalizing",
  "done",
];

/** What the bar shows: 10 to 30 on the way to the server, to 70 while it is read, then to 100. */
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
      // The last percent is kept for the word that it is done.
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

/** On its way to the server, or read there. */
export function isRunning({ status }: Upload): boolean {
  return status === "starting" || status === "uploading" || status === "processing";
}

/** Only in this page: gone when it is closed. */
export function isUnsent({ status, file }: Upload): boolean {
  return file !== null && (status === "pending" || status === "starting" || status === "uploading");
}

export function isValid({ status, type }: Upload): boolean {
  return status === "completed" && type !== null && type !== "unsupported";
}

export interface UploadSummary {
  total: number;
  /** Read, and of a kind that is kept. */
  valid: number;
  /** Read, but neither CV nor cover letter nor job description. */
  unsupported: number;
  failed: number;
  /** Failed ones for which another try may end better. */
  retryable: number;
  /** Nothing more will happen to them by themselves. */
  settled: number;
  /** Not yet stored by the server. */
  unsent: number;
  /** Stored and not yet read. */
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
