/** Tests of the checklist and tabs of Interview HQ. */
import { describe, expect, it } from "vitest";

import { checklist } from "./checklist";
import { activeTab } from "./tabs";

describe("the preparation checklist", () => {
  it("counts completed steps", () => {
    const list = checklist({ candidate: true, job: false, questions: true });
    expect(list.done).toBe(2);
    expect(list.isComplete).toBe(false);
    expect(checklist({ candidate: true, job: true, questions: true }).isComplete).toBe(true);
  });
});

describe("active tab", () => {
  it("is the report of a completed interview, unless the user chose another", () => {
    expect(activeTab(null, "scheduled")).toBe("candidate");
    expect(activeTab(null, "completed")).toBe("report");
    expect(activeTab("questions", "completed")).toBe("questions");
  });
});
