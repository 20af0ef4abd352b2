import type { DocumentType, ProcessedDocument } from "@/api/types";

export type UploadStatus =
  "pending" | "starting" | "uploading" | "processing" | "completed" | "failed";

/** Documents, section 4: what the bar shows at each step. */
export const UPLOAD_PERCENT: Record<UploadStatus, number> = {
  pending: 0,
  starting: 10,
  uploading: 30,
  processing: 70,
  completed: 100,
  failed: 100,
};

export interface Upload {
  id: string;
  fileName: string;
  file: File;
  status: UploadStatus;
  /** A sentence for the recruiter; null unless it failed. */
  error: string | null;
  /** False where the file itself is the reason, so that another try would end the same. */
  canRetry: boolean;
  result: ProcessedDocument | null;
}

export type UploadAction =
  | { type: "added"; uploads: Upload[] }
  | { type: "changed"; id: string; change: Partial<Upload> }
  | { type: "removed"; id: string };

export function reduceUploads(uploads: readonly Upload[], action: UploadAction): Upload[] {
  switch (action.type) {
    case "added":
      return [...uploads, ...action.uploads];
    case "changed":
      return uploads.map((one) => (one.id === action.id ? { ...one, ...action.change } : one));
    case "removed":
      return uploads.filter((one) => one.id !== action.id);
    default:
      return action satisfies never;
  }
}

export function isRunning({ status }: Upload): boolean {
  return status === "starting" || status === "uploading" || status === "processing";
}

export function detectedType({ result }: Upload): DocumentType | null {
  return result?.detectedType.type ?? null;
}

export interface UploadSummary {
  /** Read, and of a kind that is kept. */
  valid: number;
  /** Read, but neither CV nor cover letter nor job description. */
  unsupported: number;
  waiting: number;
  failed: number;
  /** Different profiles and jobs that came of it: two documents of one person are one. */
  candidates: number;
  jobs: number;
  isBusy: boolean;
}

export function summarize(uploads: readonly Upload[]): UploadSummary {
  const done = uploads.filter(({ status }) => status === "completed");
  const isUnsupported = (upload: Upload) => {
    const type = detectedType(upload);
    return type === null || type === "unsupported";
  };
  const unsupported = done.filter(isUnsupported).length;
  const different = (ids: (string | undefined)[]) =>
    new Set(ids.filter((id) => id !== undefined)).size;
  const waiting = uploads.filter(({ status }) => status === "pending").length;
  return {
    valid: done.length - unsupported,
    unsupported,
    waiting,
    failed: uploads.filter(({ status }) => status === "failed").length,
    candidates: different(done.map(({ result }) => result?.candidateProfile?._id)),
    jobs: different(done.map(({ result }) => result?.jobDescription?._id)),
    isBusy: waiting > 0 || uploads.some(isRunning),
  };
}
