/** Tests of question tracking in the room. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { TrackedQuestion } from "../api/tracked-questions";
import { useQuestionTracking } from "../hooks/use-question-tracking";
import { QuestionTrackingPane } from "./question-tracking-pane";

const TRACK = "PATCH /api/questions-tracking/interview/i1/questions/q1/track";

function question(
  id: string,
  part: Partial<TrackedQuestion["humanTracking"]> = {},
): TrackedQuestion {
  return {
    _id: id,
    question: `Question ${id}`,
    category: "technical",
    estimatedTime: 5,
    source: "ai_generated",
    humanTracking: { status: "pending", notes: "", score: null, markedAt: null, ...part },
  };
}

function Pane({ onFailure }: { onFailure: (message: string) => void }) {
  return <QuestionTrackingPane tracking={useQuestionTracking("i1", onFailure)} />;
}

function show(questions: TrackedQuestion[], track: { status?: number } = {}) {
  const onFailure = vi.fn();
  const calls = stubFetch({
    "GET /api/questions/interview/i1": { json: { success: true, questions } },
    [TRACK]: { json: { success: true }, ...track },
  });
  renderWithApp(<Pane onFailure={onFailure} />);
  const patches = () => calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  return { onFailure, patches };
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

  it("puts skipped questions last", async () => {
    show([question("q1", { status: "skipped" }), question("q2")]);
    const items = await screen.findAllByRole("listitem");
    expect(items.map((item) => within(item).getByText(/^Question/u).textContent)).toEqual([
      "Question q2",
      "Question q1",
    ]);
  });

  it("explains where questions come from if there are none", async () => {
    show([]);
    expect(await screen.findByText("No questions available")).toBeInTheDocument();
    expect(
      screen.getByText("Questions need to be generated in Interview HQ first"),
    ).toBeInTheDocument();
  });
});
