/** Tests of the questions panel: list, edits and Smart Add. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { EDITS, LIST, aQuestion, listResponse, showPanel } from "../testing/show-panel";

describe("questions of an interview", () => {
  it("explains what to do when there is no question set yet", async () => {
    showPanel([], { [`GET ${LIST}`]: { status: 404, json: { success: false, error: "None." } } });
    expect(await screen.findByText("Add interview questions here")).toBeInTheDocument();
  });

  it("shows the source line and author of a question", async () => {
    showPanel([
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

  it("marks an edited question as the recruiter's own", async () => {
    const calls = showPanel([aQuestion("a")], {
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

  it("shows why an edit failed and keeps the text", async () => {
    showPanel([aQuestion("a")], {
      [`PATCH ${EDITS}/a`]: { status: 500, json: { success: false, error: "Disk full." } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit question 1" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Question" }), " Why?");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Failed to update question: Disk full.")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Question" })).toHaveValue("Question a? Why?");
  });

  it("asks before emptying the list", async () => {
    const calls = showPanel([aQuestion("a")], { [`DELETE ${EDITS}`]: {} });
    await userEvent.click(await screen.findByRole("button", { name: "Empty question list" }));
    const dialog = screen.getByRole("alertdialog");
    expect(dialog).toHaveTextContent(
      "Are you sure you want to remove all questions? This action cannot be undone.",
    );
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
    await userEvent.click(within(dialog).getByRole("button", { name: "Empty List" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  });

  it("requests the fixed distribution for Smart Add, clamped to the free capacity", async () => {
    const existing = Array.from({ length: 17 }, (_, index) => aQuestion(`q${index}`));
    const calls = showPanel(existing, {
      "POST /api/questions/generate": listResponse(existing, { missing: 1 }),
      [`GET /api/operations/`]: { status: 404 },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    expect(await screen.findByText("1 could not be written.")).toBeInTheDocument();
    const sent = calls.find(({ url }) => url === "/api/questions/generate")?.body;
    expect(sent).toMatchObject({
      interviewId: "i1",
      context: { candidateProfileId: "c1", jobDescriptionId: "j1" },
      distribution: { behavioral: 1, technical: 2, cognitive: 0, culture: 0, motivation: 0 },
      options: { totalQuestions: 3, difficulty: "mid", focusAreas: [] },
    });
  });

  it.each([
    ["senior", "Senior"],
    [null, "Mid-level"],
  ] as const)("begins with the difficulty of a job of level %s", async (level, label) => {
    showPanel([], {}, null, level);
    await userEvent.click(await screen.findByRole("button", { name: "Custom Add" }));
    expect(screen.getByLabelText("Difficulty")).toHaveTextContent(label);
  });

  it("accepts no more than twenty questions", async () => {
    showPanel(Array.from({ length: 20 }, (_, index) => aQuestion(`q${index}`)));
    await userEvent.click(await screen.findByRole("button", { name: "Add question manually" }));
    expect(
      await screen.findByText("You've reached the question limit (max 20)."),
    ).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Smart Add" })).toHaveAttribute("aria-disabled");
  });

  it("shows the remaining capacity, with one question in the singular", async () => {
    showPanel(Array.from({ length: 18 }, (_, index) => aQuestion(`q${index}`)));
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

  it("sends the recruiter's own lines, at most as many as questions", async () => {
    const calls = showPanel([], {
      "POST /api/questions/generate": listResponse([], { missing: 0 }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Custom Add" }));
    const dialog = screen.getByRole("dialog", { name: "Generate Interview Questions" });
    within(dialog).getByRole("slider", { name: "Technical" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    const lines = within(dialog).getByLabelText(/^Your own lines/);
    await userEvent.type(lines, "night shifts{enter}{enter}the year abroad");
    expect(within(dialog).getByRole("alert")).toHaveTextContent(
      "You have more lines than questions.",
    );
    const confirm = within(dialog).getByRole("button", { name: "Generate 1 Question" });
    expect(confirm).toBeDisabled();
    await userEvent.type(lines, "{Backspace>16/}");
    await userEvent.click(confirm);
    const sent = () => calls.find(({ url }) => url === "/api/questions/generate")?.body;
    await waitFor(() => expect(sent()).toMatchObject({ options: { ownLines: ["night shifts"] } }));
  });

  it("adds a question manually only if it is not blank", async () => {
    const calls = showPanel([], {
      [`POST ${EDITS}`]: { json: { success: true, question: aQuestion("n") } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Add question manually" }));
    const dialog = screen.getByRole("dialog", { name: "Add Question Manually" });
    const add = within(dialog).getByRole("button", { name: "Add Question" });
    await userEvent.type(within(dialog).getByLabelText("Question"), "   ");
    expect(add).toBeDisabled();
    await userEvent.type(within(dialog).getByLabelText("Question"), "How so?");
    await userEvent.click(add);
    const added = () => calls.find(({ method, url }) => method === "POST" && url === EDITS);
    await waitFor(() => expect(added()).toBeDefined());
    expect(added()?.body).toEqual({
      question: "How so?",
      category: "behavioral",
      estimatedTime: 5,
    });
  });

  it("does not send a question whose text was not changed", async () => {
    const calls = showPanel([aQuestion("a"), aQuestion("b")]);
    await userEvent.click(await screen.findByRole("button", { name: "Edit question 1" }));
    expect(screen.getByRole("button", { name: "Edit question 2" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.queryByRole("textbox", { name: "Question" })).not.toBeInTheDocument();
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
    expect(screen.getByRole("button", { name: "Edit question 1" })).toHaveFocus();
  });

  it("shows the answer points on demand", async () => {
    const fresh = new Date().toISOString();
    showPanel([
      aQuestion("a"),
      aQuestion("b", { goodAnswer: null, updatedAt: fresh }),
      aQuestion("c", { goodAnswer: null, basedOn: null }),
    ]);
    const [first, second, ...more] = await screen.findAllByRole("button", {
      name: /^Why question/,
    });
    // The third has no answer points, and none are being written.
    expect(more).toEqual([]);
    expect(screen.queryByText("Says what broke first")).not.toBeInTheDocument();
    await userEvent.click(first!);
    expect(screen.getByText("Says what broke first")).toBeInTheDocument();
    await userEvent.click(second!);
    expect(screen.getByText("Writing…")).toBeInTheDocument();
  });

  it("compares the total time of the questions with the scheduled time", async () => {
    showPanel(Array.from({ length: 10 }, (_, index) => aQuestion(`q${index}`)));
    expect(await screen.findByText(/^50 of 45 minutes/)).toHaveTextContent("5 over");
  });

  it("reports an empty category", async () => {
    showPanel([aQuestion("a")]);
    await userEvent.click(await screen.findByRole("button", { name: /^Culture/ }));
    expect(screen.getByText("No questions in this category.")).toBeInTheDocument();
  });

  it("asks to sign in on 401", async () => {
    showPanel([], { [`GET ${LIST}`]: { status: 403, json: { success: false, error: "No." } } });
    expect(await screen.findByText("Authentication required. Please sign in.")).toBeInTheDocument();
  });

  it("reports that the interview cannot be verified", async () => {
    showPanel([], {
      [`GET ${LIST}`]: { status: 500, json: { success: false, error: "Disk full." } },
    });
    expect(
      await screen.findByText("Failed to verify interview session: Disk full."),
    ).toBeInTheDocument();
  });
});
