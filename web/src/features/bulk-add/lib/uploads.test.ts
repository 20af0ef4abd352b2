import { describe, expect, it } from "vitest";

import type { DocumentType, ProcessedDocument } from "@/api/types";

import { reduceUploads, summarize, UPLOAD_PERCENT, type Upload } from "./uploads";

function upload(part: Partial<Upload> = {}): Upload {
  return {
    id: "u1",
    fileName: "cv.pdf",
    file: new File(["text"], "cv.pdf"),
    status: "pending",
    error: null,
    canRetry: true,
    result: null,
    ...part,
  };
}

function read(type: DocumentType, ids: { candidate?: string; job?: string } = {}): Upload {
  const result = {
    detectedType: { type, confidence: 1 },
    candidateProfile: ids.candidate ? { _id: ids.candidate } : null,
    jobDescription: ids.job ? { _id: ids.job } : null,
  } as ProcessedDocument;
  return upload({ status: "completed", result });
}

describe("the list of uploads", () => {
  it("shows the documents' percentages", () => {
    expect(UPLOAD_PERCENT).toEqual({
      pending: 0,
      starting: 10,
      uploading: 30,
      processing: 70,
      completed: 100,
      failed: 100,
    });
  });

  it("adds, changes and removes", () => {
    const added = reduceUploads([], { type: "added", uploads: [upload(), upload({ id: "u2" })] });
    const changed = reduceUploads(added, {
      type: "changed",
      id: "u2",
      change: { status: "failed", error: "No." },
    });
    expect(changed.map(({ status }) => status)).toEqual(["pending", "failed"]);
    expect(reduceUploads(changed, { type: "removed", id: "u1" })).toHaveLength(1);
  });
});

describe("the summary", () => {
  it("counts valid and unsupported documents", () => {
    const summary = summarize([
      read("cv", { candidate: "c1" }),
      read("cover_letter", { candidate: "c1" }),
      read("job_description", { job: "j1" }),
      read("unsupported"),
      upload({ status: "failed" }),
    ]);
    expect(summary).toEqual({
      valid: 3,
      unsupported: 1,
      waiting: 0,
      failed: 1,
      candidates: 1,
      jobs: 1,
      isBusy: false,
    });
  });

  it("is busy while a file waits or runs", () => {
    expect(summarize([upload()]).isBusy).toBe(true);
    expect(summarize([upload({ status: "starting" })]).isBusy).toBe(true);
    expect(summarize([upload({ status: "failed" })]).isBusy).toBe(false);
  });
});
