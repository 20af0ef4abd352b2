/** Tests of validation messages of form fields. */
import { expect, it } from "vitest";

import { findProblem } from "./field-problems";

it("finds a field by the last part of its path", () => {
  const fields = [{ path: "body.username", message: "Taken." }];
  expect(findProblem(fields, "username")).toBe("Taken.");
  expect(findProblem(fields, "name")).toBeUndefined();
});
