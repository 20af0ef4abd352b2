/** Renders the questions panel for tests, with sample questions. */
import type { ReactNode } from "react";

import type { Difficulty } from "@/api/types";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Question } from "../api/types";
import { QuestionsPanel } from "../components/questions-panel";

export const LIST = "/api/questions/interview/i1";
export const EDITS = "/api/questions-crud/interview/i1/questions";

/** A generated question based on the CV; a test overrides parts of it. */
export function aQuestion(id: string, part: Partial<Question> = {}): Question {
  return {
    _id: id,
    question: `Question ${id}?`,
    category: "technical",
    estimatedTime: 5,
    source: "ai_generated",
    basedOn: { source: "cv", text: "Ran the ledger" },
    goodAnswer: ["Names the ledger's size", "Says what broke first"],
    position: 1,
    aiTracking: { status: "pending", confidence: null, segmentId: null, quote: null },
    generation: null,
    createdAt: "2026-11-01T09:00:00Z",
    updatedAt: "2026-11-01T09:00:00Z",
    humanTracking: { status: "pending", notes: "", score: null, markedAt: null },
    ...part,
  };
}

/** The server's response with a list of questions. */
export const listResponse = (
  questions: Question[],
  {
    generatingUntil = null,
    ...more
  }: { generatingUntil?: string | null; [part: string]: unknown } = {},
) => ({
  json: {
    success: true,
    questionSet: { _id: "q", totalQuestions: questions.length, generatingUntil },
    questions,
    ...more,
  },
});

/** Renders the panel of a 45-minute interview; returns the calls it makes. */
export function showPanel(
  questions: Question[],
  routes: Parameters<typeof stubFetch>[0] = {},
  beside: ReactNode = null,
  jobLevel: Difficulty | null = null,
) {
  const calls = stubFetch({ [`GET ${LIST}`]: listResponse(questions), ...routes });
  renderWithApp(
    <>
      {beside}
      <QuestionsPanel
        interviewId="i1"
        candidateId="c1"
        jobDescriptionId="j1"
        jobLevel={jobLevel}
        scheduledMinutes={45}
      />
    </>,
  );
  return calls;
}
