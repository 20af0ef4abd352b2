import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Question } from "../api/types";
import { QuestionsPanel } from "./questions-panel";

const LIST = "/api/questions/interview/i1";
const EDITS = "/api/questions-crud/interview/i1/questions";

function aQuestion(id: string, part: Partial<Question> = {}): Question {
  return {
    _id: id,
    question: `Question ${id}?`,
    category: "technical",
    estimatedTime: 5,
    source: "ai_generated",
    basedOn: { source: "cv", text: "Ran the ledger" },
    aiTracking: { status: "pending" },
    generation: null,
    createdAt: "2026-11-01T09:00:00Z",
    updatedAt: "2026-11-01T09:00:00Z",
    humanTracking: { status: "pending", notes: "", score: null, markedAt: null },
    ...part,
  };
}

const answer = (questions: Question[], more = {}) => ({
  json: { success: true, questionSet: { _id: "q", totalQuestions: 0 }, questions, ...more },
});

function show(questions: Question[], routes: Parameters<typeof stubFetch>[0] = {}) {
  const calls = stubFetch({ [`GET ${LIST}`]: answer(questions), ...routes });
  renderWithApp(<QuestionsPanel interviewId="i1" candidateId="c1" jobDescriptionId="j1" />);
  return calls;
}

describe("the questions of an interview", () => {
  it("says what to do when there is no set yet", async () => {
    show([], { [`GET ${LIST}`]: { status: 404, json: { success: false, error: "None." } } });
    expect(await screen.findByText("Add interview questions here")).toBeInTheDocument();
  });

  it("shows what a question rests on, and who wrote it", async () => {
    show([
      aQuestion("a"),
      aQuestion("b", { source: "recruiter_added", basedOn: null, category: "culture" }),
    ]);
    expect(await screen.findByText(/Ran the ledger/)).toBeInTheDocument();
    expect(screen.getByText("AI Generated")).toBeInTheDocument();
    expect(screen.getByText("Manually Added")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /^Culture/ }));
    expect(screen.queryByText("Question a?")).not.toBeInTheDocument();
    expect(screen.getByText("Question b?")).toBeInTheDocument();
  });

  it("makes an edited question the recruiter's own", async () => {
    const calls = show([aQuestion("a")], {
      [`PATCH ${EDITS}/a`]: {
        json: { success: true, question: aQuestion("a", { question: "Why a ledger?" }) },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit question 1" }));
    const box = screen.getByRole("textbox", { name: "Question" });
    await userEvent.clear(box);
    await userEvent.type(box, " Why a ledger? ");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "PATCH")).toBe(true));
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      question: "Why a ledger?",
      category: "technical",
      source: "recruiter_added",
    });
  });

  it("says why an edit failed and keeps the text", async () => {
    show([aQuestion("a")], {
      [`PATCH ${EDITS}/a`]: { status: 500, json: { success: false, error: "Disk full." } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit question 1" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Failed to update question: Disk full.")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Question" })).toHaveValue("Question a?");
  });

  it("asks before it empties the list", async () => {
    const calls = show([aQuestion("a")], { [`DELETE ${EDITS}`]: {} });
    await userEvent.click(await screen.findByRole("button", { name: "Empty question list" }));
    const dialog = screen.getByRole("alertdialog");
    expect(dialog).toHaveTextContent(
      "Are you sure you want to remove all questions? This action cannot be undone.",
    );
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
    await userEvent.click(within(dialog).getByRole("button", { name: "Empty List" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  });

  it("smart-adds the fixed distribution, clamped to what fits", async () => {
    const existing = Array.from({ length: 17 }, (_, index) => aQuestion(`q${index}`));
    const calls = show(existing, {
      "POST /api/questions/generate": answer(existing, { missing: 1 }),
      [`GET /api/operations/`]: { status: 404 },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    expect(await screen.findByText(/1 question could not be written/)).toBeInTheDocument();
    const sent = calls.find(({ url }) => url === "/api/questions/generate")?.body;
    expect(sent).toMatchObject({
      interviewId: "i1",
      context: { candidateProfileId: "c1", jobDescriptionId: "j1" },
      distribution: { behavioral: 1, technical: 2, cognitive: 0, culture: 0, motivation: 0 },
      options: { totalQuestions: 3, difficulty: "mid", focusAreas: [] },
    });
  });

  it("takes no more than twenty", async () => {
    show(Array.from({ length: 20 }, (_, index) => aQuestion(`q${index}`)));
    await userEvent.click(await screen.findByRole("button", { name: "Add question manually" }));
    expect(
      await screen.findByText("You've reached the question limit (max 20)."),
    ).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Smart Add" })).toHaveAttribute("aria-disabled");
  });

  it("says how much room is left, and counts one question in the singular", async () => {
    show(Array.from({ length: 18 }, (_, index) => aQuestion(`q${index}`)));
    await userEvent.click(await screen.findByRole("button", { name: "Custom Add" }));
    const dialog = screen.getByRole("dialog", { name: "Generate Interview Questions" });
    expect(within(dialog).getByText("2 remaining.")).toBeInTheDocument();
    expect(within(dialog).getByRole("button", { name: "Generate 0 Questions" })).toBeDisabled();
    within(dialog).getByRole("slider", { name: "Technical" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(within(dialog).getByRole("button", { name: "Generate 1 Question" })).toBeEnabled();
    await userEvent.keyboard("{ArrowRight}");
    expect(within(dialog).getByText("Limit reached (max 20).")).toBeInTheDocument();
  });

  it("adds by hand only what is not blank", async () => {
    const calls = show([], {
      [`POST ${EDITS}`]: { json: { success: true, question: aQuestion("n") } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Add question manually" }));
    const dialog = screen.getByRole("dialog", { name: "Add Question Manually" });
    const add = within(dialog).getByRole("button", { name: "Add Question" });
    await userEvent.type(within(dialog).getByLabelText("Question"), "   ");
    expect(add).toBeDisabled();
    await userEvent.type(within(dialog).getByLabelText("Question"), "How so?");
    await userEvent.click(add);
    await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      question: "How so?",
      category: "behavioral",
      estimatedTime: 5,
    });
  });
});
