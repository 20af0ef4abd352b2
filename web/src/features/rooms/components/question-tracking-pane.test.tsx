/** Tests of question tracking in the room. */
import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { TrackedQuestion } from "../api/tracked-questions";
import type { QuestionSuggestion } from "../engine/protocol";
import { useQuestionSense } from "../hooks/use-question-sense";
import { useQuestionTracking } from "../hooks/use-question-tracking";
import { LineMarksContext } from "../lib/line-marks";
import { QuestionTrackingPane } from "./question-tracking-pane";

const TRACK = "PATCH /api/questions-tracking/interview/i1/questions/q1/track";

function question(
  id: string,
  part: Partial<TrackedQuestion["humanTracking"]> = {},
  suggested: Partial<TrackedQuestion["aiTracking"]> = {},
): TrackedQuestion {
  return {
    _id: id,
    question: `Question ${id}`,
    category: "technical",
    estimatedTime: 5,
    source: "ai_generated",
    basedOn: { source: "cv", text: `CV line of ${id}` },
    goodAnswer: [`Point of ${id}`],
    humanTracking: { status: "pending", notes: "", score: null, markedAt: null, ...part },
    aiTracking: { status: "pending", confidence: null, segmentId: null, quote: null, ...suggested },
  };
}

const NO_SUGGESTIONS: readonly QuestionSuggestion[] = [];

interface PaneProps {
  onFailure: (message: string) => void;
  /** Number of final lines of the transcript. */
  lineCount?: number;
}

function Pane({ onFailure, lineCount = 0 }: PaneProps) {
  const [isOn, setOn] = useState(true);
  const sense = useQuestionSense("i1", {
    isOn,
    setOn,
    isDemo: false,
    lineCount,
    suggestions: NO_SUGGESTIONS,
    onDecisionFailed: () => onFailure("not decided"),
  });
  return <QuestionTrackingPane tracking={useQuestionTracking("i1", onFailure)} sense={sense} />;
}

/** A pane whose transcript grows by a line for each click. */
function GrowingPane() {
  const [lineCount, setLineCount] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setLineCount(lineCount + 1)}>
        add a line
      </button>
      <Pane onFailure={() => undefined} lineCount={lineCount} />
    </>
  );
}

const DECIDE = "POST /api/questions-tracking/interview/i1/questions/q1/suggestion";
const HEARD = {
  status: "asked",
  confidence: 0.92,
  segmentId: "s7",
  quote: "So how was it?",
} as const;

function show(questions: TrackedQuestion[], track: { status?: number } = {}) {
  const onFailure = vi.fn();
  const calls = stubFetch({
    "GET /api/questions/interview/i1": { json: { success: true, questions } },
    [TRACK]: { json: { success: true }, ...track },
    [DECIDE]: {
      json: { success: true, question: question("q1", { status: "asked" }, HEARD) },
      ...track,
    },
  });
  renderWithApp(<Pane onFailure={onFailure} />);
  const patches = () => calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  const decisions = () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  return { onFailure, patches, decisions };
}

describe("QuestionTrackingPane", () => {
  it("marks a question asked and opens its notes", async () => {
    const { patches } = show([question("q1")]);
    await userEvent.click(await screen.findByRole("button", { name: "Mark Asked" }));
    expect(await screen.findByLabelText("Notes on the answer")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Mark Answered" })).toBeInTheDocument();
    expect(patches()).toMatchObject([{ humanTracking: { status: "asked" } }]);
  });

  it("marks a scored question as answered and closes its notes", async () => {
    const { patches } = show([question("q1", { status: "asked" })]);
    await userEvent.click(await screen.findByRole("button", { name: "Notes" }));
    expect(screen.getByText("Not Scored")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("radio", { name: "8 Very Good" }));
    expect(await screen.findByText("8 · Very Good")).toBeInTheDocument();
    expect(screen.queryByLabelText("Notes on the answer")).not.toBeInTheDocument();
    expect(patches()).toMatchObject([{ humanTracking: { status: "answered", score: 8 } }]);
    expect(screen.getByText("1/1 answered")).toBeInTheDocument();
  });

  it("reverts a change and reports it when the server refuses it", async () => {
    const { onFailure } = show([question("q1")], { status: 500 });
    await userEvent.click(await screen.findByRole("button", { name: "Skip" }));
    await vi.waitFor(() =>
      expect(onFailure).toHaveBeenCalledWith("Failed to update question status"),
    );
    expect(await screen.findByRole("button", { name: "Mark Asked" })).toBeInTheDocument();
  });

  it("shows what the next question rests on and what a good answer contains", async () => {
    show([question("q1"), question("q2")]);
    expect(await screen.findByText("Point of q1")).toBeInTheDocument();
    expect(screen.getByText("“CV line of q1”", { exact: false })).toBeInTheDocument();
    expect(screen.queryByText("Point of q2")).not.toBeInTheDocument();
    await userEvent.click(screen.getAllByRole("button", { name: "Notes" }).at(-1)!);
    expect(screen.getByText("Point of q2")).toBeInTheDocument();
  });

  it("puts skipped questions last", async () => {
    show([question("q1", { status: "skipped" }), question("q2")]);
    const texts = await screen.findAllByText(/^Question q\d$/u);
    expect(texts.map((text) => text.textContent)).toEqual(["Question q2", "Question q1"]);
  });

  it("shows a suggestion with its line beside the human status, and accepts it by one click", async () => {
    const { decisions } = show([question("q1", {}, HEARD)]);
    expect(await screen.findByText("Question Sense: Asked (92%)")).toBeInTheDocument();
    expect(screen.getByText("Heard: “So how was it?”")).toBeInTheDocument();
    const [item] = screen.getAllByRole("listitem");
    expect(item).toHaveAttribute("data-status", "pending");
    await userEvent.click(
      screen.getByRole("button", { name: "Accept the suggestion for: Question q1" }),
    );
    expect(await screen.findByRole("button", { name: "Mark Answered" })).toBeInTheDocument();
    expect(decisions()).toEqual([{ segmentId: "s7", action: "accept" }]);
    expect(screen.queryByText("Heard: “So how was it?”")).not.toBeInTheDocument();
  });

  it("marks the line of a suggestion that was typed", async () => {
    stubFetch({
      "GET /api/questions/interview/i1": {
        json: { success: true, questions: [question("q1", {}, HEARD)] },
      },
    });
    renderWithApp(
      <LineMarksContext value={new Map([["s7", "imported"]])}>
        <Pane onFailure={() => undefined} />
      </LineMarksContext>,
    );
    expect(await screen.findByText("Heard: “So how was it?”")).toHaveTextContent("(imported)");
  });

  it("reports a decision that the server refuses", async () => {
    const { onFailure } = show([question("q1", {}, HEARD)], { status: 409 });
    await userEvent.click(
      await screen.findByRole("button", { name: "Reject the suggestion for: Question q1" }),
    );
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalledWith("not decided"));
  });

  it("hides suggestions while Question Sense is off and where a person has decided", async () => {
    show([question("q1", {}, HEARD), question("q2", { status: "skipped" }, HEARD)]);
    expect(await screen.findAllByText(/^Heard/u)).toHaveLength(1);
    await userEvent.click(screen.getByRole("switch", { name: "Question Sense" }));
    expect(screen.queryByText(/^Heard/u)).not.toBeInTheDocument();
  });

  it("keeps a failed analysis to itself but for a note", async () => {
    const onFailure = vi.fn();
    stubFetch({
      "GET /api/questions/interview/i1": { json: { success: true, questions: [question("q1")] } },
      "POST /api/questions-tracking/analyze-transcript": { status: 503, json: { success: false } },
    });
    renderWithApp(<Pane onFailure={onFailure} lineCount={3} />);
    expect(await screen.findByText("Analysis error")).toBeInTheDocument();
    expect(onFailure).not.toHaveBeenCalled();
  });

  it("analyzes every minute from two lines on, and at once after three new ones", async () => {
    vi.useFakeTimers();
    try {
      const calls = stubFetch({
        "GET /api/questions/interview/i1": { json: { success: true, questions: [question("q1")] } },
        "POST /api/questions-tracking/analyze-transcript": {
          json: { success: true, analysisResults: [], updateCount: 0 },
        },
      });
      renderWithApp(<GrowingPane />);
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      const addLine = () => fireEvent.click(screen.getByRole("button", { name: "add a line" }));
      const analyses = () => calls.filter(({ method }) => method === "POST");
      await pass(61_000);
      expect(analyses()).toHaveLength(0);
      addLine();
      await pass(58_000);
      expect(analyses()).toHaveLength(0);
      await pass(2_000);
      expect(analyses()).toHaveLength(1);
      expect(analyses()[0]?.body).toMatchObject({
        interviewId: "i1",
        mode: "batch",
        options: { updateDatabase: true, confidenceThreshold: 0.7 },
      });
      addLine();
      addLine();
      await pass(1_000);
      expect(analyses()).toHaveLength(1);
      addLine();
      await pass(1_000);
      expect(analyses()).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("explains where questions come from if there are none", async () => {
    show([]);
    expect(await screen.findByText("No questions available")).toBeInTheDocument();
    expect(
      screen.getByText("Questions need to be generated in Interview HQ first"),
    ).toBeInTheDocument();
  });
});
