import { describe, expect, it } from "vitest";

import {
  documentStatusLabel,
  documentTypeLabel,
  fileProblem,
  formatFileSize,
  textAsFile,
} from "./file-rules";
import { processingErrorMessage } from "./processing-error";

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

  it("says Parsed, Failed, else Processing", () => {
    expect(documentStatusLabel("completed")).toBe("Parsed");
    expect(documentStatusLabel("failed")).toBe("Failed");
    expect(documentStatusLabel("processing")).toBe("Processing");
    expect(documentStatusLabel("anything")).toBe("Processing");
  });

  it("knows the types by their names", () => {
    expect(documentTypeLabel("cover_letter")).toBe("Cover Letter");
    expect(documentTypeLabel(null)).toBe("Not yet known");
  });

  it("sends a pasted text as a trimmed text file", async () => {
    const file = textAsFile("  We look for a nurse.  ", "job_description");
    expect(file.name).toBe("job-description.txt");
    expect(file.type).toBe("text/plain");
    expect(file.size).toBe("We look for a nurse.".length);
  });
});

describe("what a failed upload says", () => {
  it.each([
    [
      { status: 0, message: "", isTimeout: true },
      "Request timed out. Please try again with a smaller file.",
    ],
    [
      { status: 413, message: "no", isTimeout: false },
      "File too large. Please use a file smaller than 10MB.",
    ],
    [{ status: 422, message: "The file is empty.", isTimeout: false }, "The file is empty."],
    [{ status: 503, message: "", isTimeout: false }, "Server error. Please try again later."],
    [
      { status: 0, message: "", isTimeout: false },
      "An unexpected error occurred during document processing.",
    ],
  ])("%o", (failure, sentence) => {
    expect(processingErrorMessage(failure)).toBe(sentence);
  });
});
