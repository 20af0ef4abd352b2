/** Tests of waiting for a new plan. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { MAX_RELOADS, pollPlan, RELOAD_INTERVAL_MS } from "./poll-plan";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function plans(...found: string[]) {
  return vi.fn(() => Promise.resolve(found.length > 1 ? found.shift() : found[0]));
}

it("reloads once if no plan is expected", async () => {
  const reload = plans("free");
  await pollPlan(reload, null, new AbortController().signal);
  expect(reload).toHaveBeenCalledTimes(1);
});

it("stops as soon as the expected plan is there", async () => {
  const reload = plans("free", "free", "growth");
  const done = pollPlan(reload, "growth", new AbortController().signal);
  await vi.advanceTimersByTimeAsync(RELOAD_INTERVAL_MS);
  expect(reload).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(RELOAD_INTERVAL_MS);
  await done;
  expect(reload).toHaveBeenCalledTimes(3);
});

it("gives up after six more reloads", async () => {
  const reload = plans("free");
  const done = pollPlan(reload, "growth", new AbortController().signal);
  await vi.advanceTimersByTimeAsync(20 * RELOAD_INTERVAL_MS);
  await done;
  expect(reload).toHaveBeenCalledTimes(1 + MAX_RELOADS);
});

it("stops when the page is left", async () => {
  const controller = new AbortController();
  const reload = plans("free");
  const done = pollPlan(reload, "growth", controller.signal);
  await vi.advanceTimersByTimeAsync(RELOAD_INTERVAL_MS);
  controller.abort();
  await vi.advanceTimersByTimeAsync(20 * RELOAD_INTERVAL_MS);
  await done;
  expect(reload).toHaveBeenCalledTimes(2);
});
