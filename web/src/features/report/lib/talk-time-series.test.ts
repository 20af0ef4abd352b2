/** Tests of talk time over time and per question. */
import { describe, expect, it } from "vitest";

import { talkTimeOverTime, talkTimePerQuestion } from "./talk-time-series";

const line = (
  speaker: "interviewer" | "candidate",
  startSeconds: number,
  endSeconds: number,
  text = "And then we moved it.",
) => ({ speaker, startSeconds, endSeconds, text });

describe("talk time over time", () => {
  it("splits a line at the border of two slices", () => {
    const slices = talkTimeOverTime([line("interviewer", 0, 20), line("candidate", 20, 50)]);
    expect(slices).toEqual([
      { startMinutes: 0, interviewerSeconds: 20, candidateSeconds: 10 },
      { startMinutes: 0.5, interviewerSeconds: 0, candidateSeconds: 20 },
    ]);
  });

  it("has at most 20 slices and loses no second", () => {
    const lines = Array.from({ length: 300 }, (_, index) =>
      line(index % 3 === 0 ? "interviewer" : "candidate", 100 + index * 17, 100 + index * 17 + 13),
    );
    const slices = talkTimeOverTime(lines);
    expect(slices.length).toBeLessThanOrEqual(20);
    const total = slices.reduce(
      (sum, one) => sum + one.candidateSeconds + one.interviewerSeconds,
      0,
    );
    expect(total).toBeCloseTo(300 * 13);
  });

  it("is empty without times", () => {
    expect(talkTimeOverTime([])).toEqual([]);
    expect(talkTimeOverTime([line("candidate", 0, 0)])).toEqual([]);
  });
});

describe("talk time per question", () => {
  it("groups each question with its answer", () => {
    const talk = talkTimePerQuestion([
      line("interviewer", 0, 4, "Welcome to this interview."),
      line("interviewer", 4, 10, "What did you build last?"),
      line("candidate", 10, 40),
      line("interviewer", 41, 42, "Right, I see."),
      line("candidate", 43, 50),
      line("interviewer", 51, 53, "Why?"),
      line("candidate", 53, 60),
    ]);
    expect(talk).toEqual([
      {
        number: 1,
        question: "Welcome to this interview. What did you build last?",
        interviewerSeconds: 11,
        candidateSeconds: 37,
      },
      { number: 2, question: "Why?", interviewerSeconds: 2, candidateSeconds: 7 },
    ]);
  });

  it("is empty if only the candidate spoke or no times are known", () => {
    expect(talkTimePerQuestion([line("candidate", 0, 10)])).toEqual([]);
    expect(talkTimePerQuestion([line("interviewer", 0, 0, "What is it?")])).toEqual([]);
  });
});
