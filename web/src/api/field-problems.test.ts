import { expect, it } from "vitest";

import { problemOf } from "./field-problems";

it("finds a field by the last part of its path", () => {
  const fields = [{ path: "body.username", message: "Taken." }];
  expect(problemOf(fields, "username")).toBe("Taken.");
  expect(problemOf(fields, "name")).toBeUndefined();
});
