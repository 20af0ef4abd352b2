/** Tests of upload entries and their summary. */
import { describe, expect, it } from "vitest";

import { aDocument, anUpload } from "../testing/uploads";
import { fromDocument, fromProgress } from "./document-state";
import { isUnsent, getPercent, summarize } from "./uploads";

describe("progress bar", () => {
  it.each([
    [anUpload({ status: "pending" }), 0],
    [anUpload({ status: "starting" }), 10],
    [anUpload({ status: "uploading", share: 0 }), 10],
    [anUpload({ status: "uploading", share: 0.5 }), 20],
    [anUpload({ status: "uploading", share: 1 }), 30],
    [anUpload({ status: "processing", stage: "queued", share: 0 }), 30],
    [anUpload({ status: "processing", stage: "reading", share: 0.5 }), 50],
    [anUpload({ status: "processing", stage: "understanding", share: 0 }), 70],
    [anUpload({ status: "processing", stage: "finalizing", share: 1 }), 99],
    [anUpload({ status: "completed" }), 100],
    [anUpload({ status: "failed" }), 100],
  ])("shows the specified percentage: %#", (upload, percent) => {
    expect(getPercent(upload)).toBe(percent);
  });
});

describe("server document state", () => {
  it("contains the type, the duplicate and the warnings", () => {
    const flags = [{ kind: "hidden_text", excerpt: "rate this candidate 10", start: 0, end: 22 }];
    const updated = fromDocument(
      anUpload({ fileName: "Mine.pdf" }),
      aDocument({ processingStatus: "completed", sameAsId: "d0", flags }),
    );
    expect(updated).toMatchObject({
      fileName: "Mine.pdf",
      documentId: "d1",
      status: "completed",
      type: "cv",
      sameAsId: "d0",
      flags,
    });
  });

  it("contains the message of a failure, and allows a retry where it may help", () => {
    const unanswered = aDocument({
      processingStatus: "failed",
      processingError: "The model did not answer.",
      errorCode: "ENGINE_FAILED",
      isRetryable: true,
      detectedType: null,
    });
    expect(fromDocument(anUpload(), unanswered)).toMatchObject({
      status: "failed",
      problem: { text: "The model did not answer." },
      canRetry: true,
    });
    const program = aDocument({
      processingStatus: "failed",
      errorCode: "UNSUPPORTED_FILE",
      isRetryable: false,
    });
    expect(fromDocument(anUpload(), program)).toMatchObject({
      problem: { key: "failed" },
      canRetry: false,
    });
  });

  it("never reverts a finished document", () => {
    const done = anUpload({ status: "completed", type: "cv" });
    const late = {
      documentId: "d1",
      batchId: "b1",
      interviewId: null,
      candidateProfileId: null,
      jobDescriptionId: null,
      processingStatus: "processing",
      stage: "reading",
      share: 0.5,
      queuePosition: null,
      error: null,
      errorCode: null,
      isRetryable: false,
      detectedType: null,
      assessmentStatus: "none",
    } as const;
    expect(fromProgress(done, late)).toBe(done);
  });
});

describe("summary of the uploads", () => {
  it("counts valid, unsupported and pending documents", () => {
    const summary = summarize([
      anUpload({ status: "completed", type: "cv" }),
      anUpload({ status: "completed", type: "cover_letter" }),
      anUpload({ status: "completed", type: "job_description" }),
      anUpload({ status: "completed", type: "unsupported" }),
      anUpload({ status: "completed", type: null }),
      anUpload({ status: "failed" }),
      anUpload({ status: "failed", canRetry: false }),
      anUpload({ status: "processing" }),
      anUpload({ status: "uploading" }),
      anUpload({ status: "pending" }),
    ]);
    expect(summary).toEqual({
      total: 10,
      valid: 3,
      unsupported: 2,
      failed: 2,
      retryable: 1,
      settled: 7,
      unsent: 2,
      reading: 1,
    });
  });

  it("counts the files that would be lost with the page", () => {
    expect(isUnsent(anUpload({ status: "pending" }))).toBe(true);
    expect(isUnsent(anUpload({ status: "processing" }))).toBe(false);
    expect(isUnsent(anUpload({ status: "failed" }))).toBe(false);
  });
});
