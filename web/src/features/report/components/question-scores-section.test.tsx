/** Tests of the scores by question. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Evidence, JudgedQuestion, Segment } from "../api/types";
import { aJudgedQuestion } from "../testing/a-judged-question";
import { EvidenceArea } from "./evidence-drawer";
import { QuestionScoresSection } from "./question-scores-section";

const SEGMENT: Segment = {
  _id: "s1",
  sequence: 1,
  speaker: "candidate",
  text: "We cut it to forty minutes. I never ran the night shift.",
  timestamp: "2026-11-01T09:00:00Z",
  startSeconds: 70,
  endSeconds: 80,
  source: "whisper",
  origin: "live",
};

const evidence = (quote: string): Evidence => ({
  segmentId: "s1",
  quote,
  speaker: "candidate",
  startSeconds: 70,
});

function show(...questions: JudgedQuestion[]) {
  render(
    <EvidenceArea segments={[SEGMENT]}>
      <QuestionScoresSection questions={questions} />
    </EvidenceArea>,
  );
}

describe("scores by question", () => {
  it("name each question, how it was answered, and both scores", () => {
    show(
      aJudgedQuestion(),
      aJudgedQuestion({ question: "Who ran it?", answered: "off_topic", isProbe: true }),
      aJudgedQuestion({ question: "", answered: "refused", technical: 2 }),
    );
    const rows = screen.getAllByRole("button", { expanded: false });
    expect(rows.map((row) => row.textContent)).toEqual([
      "1How did you shorten the batch?AnsweredTechnical 7.4Communication 6.8",
      "1.1Follow-up to question 1: Who ran it?Off topicTechnical 7.4Communication 6.8",
      "2No question was heard before this answer.DeclinedTechnical 2.0Communication 6.8",
    ]);
  });

  it("open to the points of a good answer, the covered ones with their words", async () => {
    const points = [
      { text: "Says how long it took.", coveredBy: [evidence("We cut it to forty minutes.")] },
      { text: "Names the cause.", coveredBy: [] },
    ];
    show(aJudgedQuestion({ points }));
    expect(screen.queryByText("What a good answer contains")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /How did you/u }));
    const [covered, notCovered] = screen.getAllByRole("listitem").slice(1);
    expect(covered).toHaveTextContent("Says how long it took. Covered1:10");
    expect(notCovered).toHaveTextContent("Names the cause. Not covered");
    expect(within(notCovered!).queryByRole("button")).not.toBeInTheDocument();
    await userEvent.click(
      within(covered!).getByRole("button", { name: "Show 1:10 in the transcript" }),
    );
    const drawer = await screen.findByRole("dialog", { name: "Evidence in the transcript" });
    expect(drawer.querySelector("mark")).toHaveTextContent("We cut it to forty minutes.");
  });

  it("open to the sentences, with labels that say for whom they speak", async () => {
    show(
      aJudgedQuestion({
        sentences: [
          { evidence: [evidence("We cut it to forty minutes.")], labels: ["result", "action"] },
          { evidence: [evidence("I never ran"), evidence("the night shift.")], labels: ["gap"] },
        ],
      }),
    );
    await userEvent.click(screen.getByRole("button", { name: /How did you/u }));
    const sentences = screen.getAllByRole("listitem").slice(1);
    expect(sentences.map((item) => item.querySelector("blockquote")?.textContent)).toEqual([
      "“We cut it to forty minutes.”",
      "“I never ran the night shift.”",
    ]);
    expect(sentences[0]).toHaveTextContent("Speaks for the candidate: Result");
    expect(sentences[0]).toHaveTextContent("Speaks for the candidate: Own action");
    expect(sentences[1]).toHaveTextContent("Speaks against the candidate: Missing experience");
    await userEvent.click(
      within(sentences[1]!).getAllByRole("button", { name: "Show 1:10 in the transcript" })[1]!,
    );
    const drawer = await screen.findByRole("dialog", { name: "Evidence in the transcript" });
    expect(drawer.querySelector("mark")).toHaveTextContent("the night shift.");
  });

  it("link the answer even if nothing was read in it", async () => {
    show(aJudgedQuestion());
    await userEvent.click(screen.getByRole("button", { name: /How did you/u }));
    expect(screen.getByText(/^No sentence of this answer/u)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Show 1:10 in the transcript" })).toBeEnabled();
  });

  it("can all be opened and closed at once", async () => {
    show(aJudgedQuestion(), aJudgedQuestion({ question: "Who ran it?" }));
    await userEvent.click(screen.getByRole("button", { name: "Open all" }));
    expect(screen.getAllByText("What was found in the answer")).toHaveLength(2);
    await userEvent.click(screen.getByRole("button", { name: /Who ran it/u }));
    expect(screen.getAllByText("What was found in the answer")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Open all" }));
    await userEvent.click(screen.getByRole("button", { name: "Close all" }));
    expect(screen.queryByText("What was found in the answer")).not.toBeInTheDocument();
  });
});
