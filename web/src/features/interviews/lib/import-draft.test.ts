/** Tests of the draft of an imported interview. */
import { describe, expect, it } from "vitest";

import type { TranscriptPreview } from "../api/import-interview";
import { findProblem, startDraft, toDetails } from "./import-draft";

const NOW = new Date("2026-11-22T12:00:00Z");

function preview(...names: string[]): TranscriptPreview {
  return {
    lineCount: 2,
    durationSeconds: 60,
    lines: [],
    speakers: names.map((name, index) => ({
      name,
      lineCount: 1,
      wordCount: 5,
      sample: "",
      suggestedRole: index === 0 ? "candidate" : "interviewer",
    })),
  };
}

const start = (...names: string[]) =>
  startDraft(preview(...names), { lastModified: NOW.getTime() + 60_000 }, "id-of-import", NOW);

describe("draft of an import", () => {
  it("starts with the suggested roles, the candidate's name and a time that has passed", () => {
    const draft = start("Tom", "Anna");
    expect(draft.roles).toEqual({ Tom: "candidate", Anna: "interviewer" });
    expect(draft.candidateName).toBe("Tom");
    expect(new Date(draft.heldAt) <= NOW).toBe(true);
    expect(findProblem(draft, NOW)).toBeNull();
  });

  it("does not take a role for a name", () => {
    expect(start("Candidate", "Interviewer").candidateName).toBe("");
    expect(start("Speaker 1", "Speaker 2").candidateName).toBe("");
  });

  it("names what is missing", () => {
    const draft = start("Tom", "Anna");
    expect(findProblem({ ...draft, roles: { Tom: "candidate", Anna: "left_out" } }, NOW)).toBe(
      "roles",
    );
    expect(findProblem({ ...draft, candidateName: " " }, NOW)).toBe("name");
    expect(findProblem({ ...draft, heldAt: "" }, NOW)).toBe("time");
    expect(findProblem({ ...draft, heldAt: "2099-01-01T10:00" }, NOW)).toBe("future");
  });

  it("is sent with trimmed texts and an instant", () => {
    const details = toDetails({ ...start("Tom", "Anna"), candidateName: " Tom Lind " });
    expect(details.candidateName).toBe("Tom Lind");
    expect(details.heldAt).toMatch(/Z$/);
    expect(details.importId).toBe("id-of-import");
  });
});
