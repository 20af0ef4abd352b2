/** Tests of accepted document files. */
import { describe, expect, it } from "vitest";

import { documentProblem, formatMegabytes, MAX_DOCUMENT_BYTES } from "./document-files";

describe("chosen file", () => {
  it.each(["cv.pdf", "CV.DOCX", "old.doc", "notes.txt"])("accepts %s", (name) => {
    expect(documentProblem({ name, size: MAX_DOCUMENT_BYTES }, MAX_DOCUMENT_BYTES)).toBeNull();
  });

  it.each(["cv.exe", "cv", "cv.pdf.zip"])("rejects %s as unsupported", (name) => {
    expect(documentProblem({ name, size: 1 }, MAX_DOCUMENT_BYTES)).toBe("unsupportedType");
  });

  it.each([10_485_760, 2_097_152])("is too large from one byte over the limit of %d", (limit) => {
    expect(documentProblem({ name: "cv.pdf", size: limit }, limit)).toBeNull();
    expect(documentProblem({ name: "cv.pdf", size: limit + 1 }, limit)).toBe("tooLarge");
  });

  it("has its limit in megabytes", () => {
    expect(formatMegabytes(MAX_DOCUMENT_BYTES)).toBe("10");
    expect(formatMegabytes(2_621_440)).toBe("2.5");
  });
});
