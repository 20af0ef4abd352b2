import { describe, expect, it } from "vitest";

import { checklist } from "./checklist";
import {
  changedPart,
  defaultStart,
  durationProblem,
  formatSchedule,
  fromLocalInput,
  scheduleFailure,
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
    expect(durationProblem(5)).toBeNull();
    expect(durationProblem(120)).toBeNull();
    expect(durationProblem(4)).not.toBeNull();
    expect(durationProblem(121)).not.toBeNull();
    expect(durationProblem(Number.NaN)).not.toBeNull();
  });

  it("names what could not be changed", () => {
    const before = new Date(2026, 2, 9, 8, 5);
    expect(changedPart(before, new Date(2026, 2, 9, 10, 0))).toBe("time");
    expect(changedPart(before, new Date(2026, 2, 10, 8, 5))).toBe("date");
    expect(changedPart(null, before)).toBe("date");
    expect(scheduleFailure("duration")).toBe(
      "Failed to update scheduled duration. Please try again.",
    );
  });

  it("shows no date before 2020", () => {
    expect(formatSchedule(null)).toBeNull();
    expect(formatSchedule("1970-01-01T00:00:00Z")).toBeNull();
    expect(formatSchedule("2026-03-09T12:05:00Z")).toContain("2026");
  });
});

describe("the tab at work", () => {
  it("is the report once completed, unless the user picked another", () => {
    expect(activeTab(null, "scheduled")).toBe("candidate");
    expect(activeTab(null, "completed")).toBe("report");
    expect(activeTab("questions", "completed")).toBe("questions");
  });
});
