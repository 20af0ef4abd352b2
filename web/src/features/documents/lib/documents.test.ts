/** Tests of display and upload messages of documents. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import { ApiError, TIMEOUT } from "@/api/errors";

import { formatFileSize } from "./file-size";
import { textAsFile } from "./pasted-text";
import { processingErrorMessage } from "./processing-error";
import { drawnShare, shownProgress } from "./upload-step";

const t = i18next.getFixedT("en", "documents");

describe("display of a document", () => {
  it.each([
    [0, "0 bytes"],
    [512, "512 bytes"],
    [1536, "1.5 KB"],
    [10_485_760, "10 MB"],
    [3 * 1024 ** 3, "3 GB"],
    [5 * 1024 ** 4, "5,120 GB"],
    [1_234_567, "1.18 MB"],
  ])("writes %d bytes as %s", (bytes, text) => {
    expect(formatFileSize(t, bytes)).toBe(text);
  });

  it("turns pasted text into a trimmed text file", () => {
    const file = textAsFile("  We look for a nurse.  ", "job_description");
    expect(file.name).toBe("job-description.txt");
    expect(file.type).toBe("text/plain");
    expect(file.size).toBe("We look for a nurse.".length);
  });
});

describe("message of a failed upload", () => {
  const failure = (status: number, message: string, code = "X") =>
    new ApiError(message, { status, code });

  it.each([
    [failure(0, "", TIMEOUT), "Request timed out. Please try again with a smaller file."],
    [failure(413, "The scan is too large."), "The scan is too large."],
    [failure(413, ""), "File too large. Please use a file smaller than 10MB."],
    [failure(422, "The file is empty."), "The file is empty."],
    [failure(503, ""), "Server error. Please try again later."],
    [failure(400, ""), "An unexpected error occurred during document processing."],
    [new Error("boom"), "An unexpected error occurred during document processing."],
  ])("%s", (error, sentence) => {
    expect(processingErrorMessage(t, error, 10_485_760)).toBe(sentence);
  });
});

describe("upload progress", () => {
  const progress = {
    stage: "understanding",
    share: 0.5,
  } as const;

  it("shows the step, with the stage of the server as detail", () => {
    const shown = shownProgress(t, progress);
    expect(shown.words).toEqual({ text: "Processing document...", detail: "Finding the details" });
    const last = shownProgress(t, { ...progress, stage: "finalizing" });
    expect(last).toEqual({ words: { text: "Finalizing...", detail: "Saving" }, share: 0.9 });
    const unknown = shownProgress(t, { ...progress, stage: "storing_it" as "reading" });
    expect(unknown.words).toEqual({ text: "Processing document...", detail: "Starting" });
    expect(shownProgress(t, { ...progress, stage: "queued" }).words.text).toBe(
      "Uploading and processing...",
    );
  });

  it.each([
    [null, 0, 0.1],
    ["queued", 0, 0.3],
    ["reading", 0, 0.3],
    ["understanding", 2 / 3, 0.7],
    ["assessing", 1, 0.9],
    ["finalizing", 1, 0.9],
    ["done", 1, 1],
  ] as const)("shows %s at %d with the specified percentages", (stage, share, drawn) => {
    expect(drawnShare(stage, share)).toBeCloseTo(drawn);
  });
});
