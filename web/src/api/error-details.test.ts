/** Tests of the details of errors. */
import { expect, it } from "vitest";

import { findDetails } from "./error-details";
import { toApiError } from "./errors";

function refuse(body: Record<string, unknown>) {
  return toApiError(409, { success: false, error: "No.", ...body }, null);
}

it("reads the details of an error by its code", () => {
  const error = refuse({ code: "INTERVIEW_TERMINATED", limited: true, interviewId: "i-1" });
  expect(findDetails(error, "INTERVIEW_TERMINATED")?.interviewId).toBe("i-1");
  expect(findDetails(error, "NO_CREDITS")).toBeNull();
});

it.each([
  [refuse({ code: "ANALYSIS_FAILED" })],
  [refuse({ code: "ANALYSIS_FAILED", problem: "none of the known" })],
  [new Error("ANALYSIS_FAILED")],
])("finds none in %s", (error) => {
  expect(findDetails(error, "ANALYSIS_FAILED")).toBeNull();
});
