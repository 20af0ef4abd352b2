import { describe, expect, it } from "vitest";

import { fitLabel, fitRecommendation, jobFit, levelMatch, skillMatchScore } from "./job-fit";

describe("one skill against another", () => {
  it.each([
    ["Python", "python", 75],
    ["SQL", "SQL and data modelling", 75],
    ["Event streaming with Kafka", "Kafka", 75],
    ["Python", "Python (intermediate)", 80],
    ["Python", "Python, expert", 95],
    ["Kafka", "Advanced Kafka", 95],
    ["Wound care", "Intensive care", 40],
    ["Java", "JavaScript", 0],
    ["C", "C++", 0],
    ["Knowledge of Go", "Knowledge of Rust", 0],
    ["Python", "Cooking", 0],
  ])("%s, %s → %d", (required, offered, score) => {
    expect(skillMatchScore(required, offered)).toBe(score);
  });
});

describe("levels", () => {
  it.each([
    ["mid", "mid", "perfect"],
    ["mid-level", "mid", "perfect"],
    ["mid", "senior", "good"],
    ["junior", "senior", "mismatch"],
    [null, "senior", null],
    ["mid", "chief", null],
  ])("%s for %s is %s", (candidate, job, match) => {
    expect(levelMatch(candidate, job)).toBe(match);
  });
});

describe("labels", () => {
  it.each([
    [85, "excellent"],
    [84.9, "veryGood"],
    [75, "veryGood"],
    [65, "good"],
    [50, "fair"],
    [35, "belowAverage"],
    [34.9, "poor"],
  ])("%d is %s", (overall, label) => {
    expect(fitLabel(overall)).toBe(label);
  });

  it("recommends strongly from 80 and well from 60", () => {
    expect(fitRecommendation(80)).toBe("strong");
    expect(fitRecommendation(60)).toBe("good");
    expect(fitRecommendation(59.9)).toBe("weigh");
  });
});

describe("the whole fit", () => {
  const input = {
    requiredSkills: ["Python", "Kafka"],
    candidateSkills: ["Python, expert", "Sailing"],
    candidateLevel: "senior",
    jobLevel: "senior",
    interviewScore: 7,
  };

  it("weighs skills 40, level 30, interview 30", () => {
    const fit = jobFit(input);
    expect(fit.skillScore).toBe(47.5);
    expect(fit.verdict?.overall).toBeCloseTo(0.4 * 47.5 + 0.3 * 100 + 0.3 * 70);
    expect(fit.verdict?.label).toBe("good");
    expect(fit.missingCritical).toEqual(["Kafka"]);
    expect(fit.bonusSkills).toEqual(["Sailing"]);
  });

  it("leaves out what is not known instead of counting it as nothing", () => {
    const fit = jobFit({ ...input, interviewScore: null, jobLevel: null });
    expect(fit.verdict?.overall).toBeCloseTo(47.5);
    expect(fit.notCounted).toEqual(["level", "interview"]);
  });

  it("gives no figure when nothing is known", () => {
    const fit = jobFit({ ...input, requiredSkills: [], jobLevel: null, interviewScore: null });
    expect(fit.verdict).toBeNull();
  });

  it("names at most eight bonus skills", () => {
    const candidateSkills = Array.from({ length: 12 }, (_, index) => `Hobby${String(index)}`);
    expect(jobFit({ ...input, candidateSkills }).bonusSkills).toHaveLength(8);
  });
});
