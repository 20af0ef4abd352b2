/** Tests of the order of interviews. */
import { expect, it } from "vitest";

import { type InterviewOrder, nextOrder } from "./interview-order";

it("sorts in the column's own direction, then reversed, then newest first again", () => {
  const newest: InterviewOrder = { sort: null, order: "desc" };
  const once = nextOrder(newest, "scheduledDate");
  expect(once).toEqual({ sort: "scheduledDate", order: "desc" });
  const twice = nextOrder(once, "scheduledDate");
  expect(twice).toEqual({ sort: "scheduledDate", order: "asc" });
  expect(nextOrder(twice, "scheduledDate")).toEqual(newest);
});

it("starts with the direction of a newly chosen column", () => {
  const now: InterviewOrder = { sort: "scheduledDate", order: "asc" };
  expect(nextOrder(now, "position")).toEqual({ sort: "position", order: "asc" });
});
