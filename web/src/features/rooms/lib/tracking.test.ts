/** Tests of the rules of question tracking. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import type { QuestionCategory, TrackingStatus } from "@/api/types";

import type { TrackedQuestion } from "../api/tracked-questions";
import {
  findActions,
  arrangeQuestions,
  applyAction,
  applyScore,
  emptyTexts,
  nextQuestion,
  openSuggestion,
  countProgress,
  scoreText,
  scoreTone,
} from "./tracking";

const t = i18next.getFixedT("en", "rooms");
const NOW = "2026-01-01T10:00:00Z";

function question(
  id: string,
  status: TrackingStatus = "pending",
  category: QuestionCategory = "technical",
): TrackedQuestion {
  return {
    _id: id,
    question: `Question ${id}`,
    category,
    estimatedTime: 5,
    source: "ai_generated",
    basedOn: null,
    goodAnswer: null,
    humanTracking: { status, notes: "", score: null, markedAt: null },
    aiTracking: { status: "pending", confidence: null, segmentId: null, quote: null },
  };
}

const ids = (questions: readonly TrackedQuestion[]) => questions.map(({ _id }) => _id);

describe("openSuggestion", () => {
  const suggest = (human: TrackingStatus, status: TrackingStatus) =>
    openSuggestion({
      ...question("q1", human),
      aiTracking: { status, confidence: 0.856, segmentId: "s1", quote: "So?" },
    });

  it("is open only where it goes further than a person has", () => {
    expect(suggest("pending", "asked")).toEqual({
      status: "asked",
      segmentId: "s1",
      quote: "So?",
      percent: 86,
    });
    expect(suggest("asked", "answered")?.status).toBe("answered");
    expect(suggest("pending", "answered")?.status).toBe("answered");
    for (const [human, status] of [
      ["asked", "asked"],
      ["answered", "answered"],
      ["skipped", "asked"],
      ["pending", "pending"],
    ] as const) {
      expect(suggest(human, status)).toBeNull();
    }
  });
});

describe("findActions", () => {
  it.each<[TrackingStatus, string[]]>([
    ["pending", ["markAsked", "skip"]],
    ["asked", ["markAnswered", "skip", "reset"]],
    ["answered", ["reset"]],
    ["skipped", ["reset"]],
  ])("offers for %s: %j", (status, actions) => {
    expect(findActions(status)).toEqual(actions);
  });
});

describe("changes", () => {
  it("sets the status and the time of marking", () => {
    expect(applyAction("skip", NOW)).toEqual({ status: "skipped", markedAt: NOW });
    expect(applyAction("reset", NOW).status).toBe("pending");
  });

  it("marks the question as answered when a score is set", () => {
    expect(applyScore(7, NOW)).toEqual({ score: 7, status: "answered", markedAt: NOW });
  });

  it("changes only the score when it is cleared", () => {
    expect(applyScore(null, NOW)).toEqual({ score: null });
  });
});

describe("scores", () => {
  it("has a label for each whole score and for none", () => {
    expect(scoreText(t, null)).toBe("Not Scored");
    expect([1, 4, 5, 7, 10].map((score) => scoreText(t, score))).toEqual([
      "Very Poor",
      "Fair",
      "Average",
      "Good",
      "Outstanding",
    ]);
  });

  it("is green from 8, yellow from 6, orange from 4, red below", () => {
    expect([8, 6, 4, 3].map(scoreTone)).toEqual(["green", "yellow", "orange", "red"]);
  });
});

describe("arrangeQuestions", () => {
  const all = [
    question("1", "skipped"),
    question("2", "answered", "culture"),
    question("3", "pending"),
    question("4", "skipped", "culture"),
  ];

  it("puts skipped questions last and keeps the order otherwise", () => {
    expect(ids(arrangeQuestions(all, { status: "all", category: "all" }))).toEqual([
      "2",
      "3",
      "1",
      "4",
    ]);
  });

  it("filters by status and category together", () => {
    expect(ids(arrangeQuestions(all, { status: "skipped", category: "culture" }))).toEqual(["4"]);
  });

  it("counts what is answered and finds the next to ask", () => {
    expect(countProgress(all)).toEqual({ answered: 1, total: 4 });
    expect(nextQuestion(all)?._id).toBe("3");
    expect(nextQuestion([question("1", "asked")])).toBeNull();
  });
});

describe("emptyTexts", () => {
  const texts = (...list: Parameters<typeof emptyTexts>) => {
    const { title, hint } = emptyTexts(...list);
    return [t(title), t(hint)];
  };

  it("has a text for each filter", () => {
    expect(texts(0, { status: "all", category: "culture" })).toEqual([
      "No questions available",
      "Questions need to be generated in Interview HQ first",
    ]);
    expect(texts(3, { status: "asked", category: "culture" })).toEqual([
      "No culture questions found",
      "Try changing the category filter",
    ]);
    expect(texts(3, { status: "asked", category: "all" })).toEqual([
      "No asked questions found",
      "Try changing the status filter",
    ]);
  });
});
