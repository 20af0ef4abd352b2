import { describe, expect, it } from "vitest";

import { checklist } from "./checklist";
import { activeTab } from "./tabs";

describe("the checklist", () => {
  it("counts what is ready", () => {
    const list = checklist({ candidate: true, job: false, questions: true });
    expect(list.done).toBe(2);
    expect(list.isComplete).toBe(false);
    expect(checklist({ candidate: true, job: true, questions: true }).isComplete).toBe(true);
  });
});

describe("the tab at work", () => {
  it("is the report once completed, unless the user picked another", () => {
    expect(activeTab(null, "scheduled")).toBe("candidate");
    expect(activeTab(null, "completed")).toBe("report");
    expect(activeTab("questions", "completed")).toBe("questions");
  });
});
