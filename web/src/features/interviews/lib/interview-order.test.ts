import { expect, it } from "vitest";

import { type InterviewOrder, nextOrder } from "./interview-order";

it("sorts its own way, then the other way, then the newest first again", () => {
  const newest: InterviewOrder = { sort: null, order: "desc" };
  const once = nextOrder(newest, "scheduledDate");
  expect(once).toEqual({ sort: "scheduledDate", order: "desc" });
  const twice = nextOrder(once, "scheduledDate");
  expect(twice).toEqual({ sort: "scheduledDate", order: "asc" });
  expect(nextOrder(twice, "scheduledDate")).toEqual(newest);
});

it("begins anew with another column", () => {
  const now: InterviewOrder = { sort: "scheduledDate", order: "asc" };
  expect(nextOrder(now, "position")).toEqual({ sort: "position", order: "asc" });
});
