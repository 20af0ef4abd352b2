/** Tests of accepted document files. */
import { describe, expect, it } from "vitest";

import { documentProblem, MAX_DOCUMENT_BYTES } from "./document-files";

describe("chosen file", () => {
  it.each(["cv.pdf", "CV.DOCX", "old.doc", "notes.txt"])("accepts %s", (name) => {
    expect(documentProblem({ name, size: MAX_DOCUMENT_BYTES })).toBeNull();
  });

  it.each(["cv.exe", "cv", "cv.pdf.zip"])("rejects %s as unsupported", (name) => {
    expect(documentProblem({ name, size: 1 })).toBe("unsupportedType");
  });

  it("is too large from one byte over 10 MB", () => {
    expect(documentProblem({ name: "cv.pdf", size: 10_485_760 })).toBeNull();
    expect(documentProblem({ name: "cv.pdf", size: 10_485_761 })).toBe("tooLarge");
  });
});
