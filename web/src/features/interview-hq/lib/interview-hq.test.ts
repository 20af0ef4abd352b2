import { describe, expect, it } from "vitest";

import { checklist } from "./checklist";
import {
  changedPart,
  defaultStart,
  fromLocalInput,
  isAllowedDuration,
  toLocalInput,
} from "./schedule";
import { activeTab } from "./tabs";

describe("the checklist", () => {
  it("counts what is ready", () => {
    const list = checklist({ candidate: true, job: false, questions: true });
    expect(list.done).toBe(2);
    expect(list.isComplete).toBe(false);
    expect(checklist({ candidate: true, job: true, questions: true }).isComplete).toBe(true);
  });
});

describe("the schedule", () => {
  it("goes through the input and back unchanged", () => {
    const instant = new Date(2026, 2, 9, 8, 5);
    expect(toLocalInput(instant)).toBe("2026-03-09T08:05");
    expect(fromLocalInput("2026-03-09T08:05")).toEqual(instant);
    expect(fromLocalInput("")).toBeNull();
    expect(fromLocalInput("tomorrow")).toBeNull();
  });

  it("begins with tomorrow at nine, over the end of a month too", () => {
    expect(defaultStart(new Date(2026, 11, 31, 23, 59))).toEqual(new Date(2027, 0, 1, 9, 0));
  });

  it("takes 5 to 120 minutes", () => {
    expect([5, 120].every(isAllowedDuration)).toBe(true);
    expect([4, 121, Number.NaN].some(isAllowedDuration)).toBe(false);
  });

  it("names what could not be changed", () => {
    const before = new Date(2026, 2, 9, 8, 5);
    expect(changedPart(before, new Date(2026, 2, 9, 10, 0))).toBe("time");
    expect(changedPart(before, new Date(2026, 2, 10, 8, 5))).toBe("date");
    expect(changedPart(null, before)).toBe("date");
  });
});

describe("the tab at work", () => {
  it("is the report once completed, unless the user picked another", () => {
    expect(activeTab(null, "scheduled")).toBe("candidate");
    expect(activeTab(null, "completed")).toBe("report");
    expect(activeTab("questions", "completed")).toBe("questions");
  });
});
