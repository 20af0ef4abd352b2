import { describe, expect, it } from "vitest";

import { ApiError, TIMEOUT } from "@/api/errors";

import { documentTypeLabel, fileProblem, formatFileSize, textAsFile } from "./file-rules";
import { isAllowanceUsedUp, processingErrorMessage } from "./processing-error";
import { shownProgress } from "./upload-step";

describe("what may be uploaded", () => {
  it.each(["cv.pdf", "CV.PDF", "old.doc", "new.docx", "plain.txt"])("takes %s", (name) => {
    expect(fileProblem({ name, size: 1 })).toBeNull();
  });

  it("names the reason for a refusal", () => {
    expect(fileProblem({ name: "photo.png", size: 1 })).toBe(
      "File type not supported. Please use PDF, DOCX, or TXT files.",
    );
    expect(fileProblem({ name: "cv.pdf", size: 10_485_760 })).toBeNull();
    expect(fileProblem({ name: "cv.pdf", size: 10_485_761 })).toBe(
      "File size must be less than 10MB",
    );
  });
});

describe("how a document is shown", () => {
  it.each([
    [0, "0 Bytes"],
    [512, "512 Bytes"],
    [1536, "1.5 KB"],
    [10_485_760, "10 MB"],
    [3 * 1024 ** 3, "3 GB"],
    [5 * 1024 ** 4, "5120 GB"],
    [1_234_567, "1.18 MB"],
  ])("%d bytes read %s", (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text);
  });

  it("knows the types by their names", () => {
    expect(documentTypeLabel("cover_letter")).toBe("Cover Letter");
    expect(documentTypeLabel(null)).toBe("Not yet known");
  });

  it("sends a pasted text as a trimmed text file", () => {
    const file = textAsFile("  We look for a nurse.  ", "job_description");
    expect(file.name).toBe("job-description.txt");
    expect(file.type).toBe("text/plain");
    expect(file.size).toBe("We look for a nurse.".length);
  });
});

describe("what a failed upload says", () => {
  const failure = (status: number, message: string, code = "X") =>
    new ApiError(message, { status, code });

  it.each([
    [failure(0, "", TIMEOUT), "Request timed out. Please try again with a smaller file."],
    [failure(413, "no"), "File too large. Please use a file smaller than 10MB."],
    [failure(422, "The file is empty."), "The file is empty."],
    [failure(503, ""), "Server error. Please try again later."],
    [failure(400, ""), "An unexpected error occurred during document processing."],
    [new Error("boom"), "An unexpected error occurred during document processing."],
  ])("%s", (error, sentence) => {
    expect(processingErrorMessage(error)).toBe(sentence);
  });

  it("knows a used-up allowance by its status", () => {
    expect(isAllowanceUsedUp(failure(402, "", "DOCUMENTS_LIMIT"))).toBe(true);
    expect(isAllowanceUsedUp(failure(422, ""))).toBe(false);
  });
});

describe("the progress box", () => {
  const progress = {
    stage: "profile",
    share: 0.4,
    queuePosition: null,
    elapsedSeconds: 3,
    detail: "3 of 7",
    done: false,
  };

  it("says the step, with the stage of the server as detail", () => {
    const shown = shownProgress(progress, "Reading the CV");
    expect(shown.stage).toBe("Processing document...");
    expect(shown.detail).toBe("Reading the CV: 3 of 7");
    const uploading = { ...progress, stage: "Uploading and processing...", detail: "" };
    expect(shownProgress(uploading, uploading.stage)).toEqual(uploading);
    expect(shownProgress({ ...progress, share: 0.95, detail: "" }, "").stage).toBe("Finalizing...");
  });
});
