import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Question } from "../api/types";
import { EDITS, LIST, aQuestion, answer, showPanel } from "../testing/show-panel";

describe("questions that the model writes", () => {
  const GENERATE = "POST /api/questions/generate";
  const REWRITE = `POST ${EDITS}/a/rewrite`;

  it("asks again for what could not be written, and for nothing else", async () => {
    const written = [
      aQuestion("w1", { category: "behavioral" }),
      aQuestion("w2"),
      aQuestion("w3", { category: "culture" }),
    ];
    const calls = showPanel([], { [GENERATE]: answer(written, { missing: 3 }) });
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    expect(await screen.findByText("3 could not be written.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Ask again" }));
    await waitFor(() => expect(calls.filter(({ method }) => method === "POST")).toHaveLength(2));
    expect(calls.filter(({ method }) => method === "POST")[1]?.body).toMatchObject({
      distribution: { behavioral: 0, technical: 1, cognitive: 1, culture: 0, motivation: 1 },
    });
  });

  it("offers the rest when the model broke off half way", async () => {
    const stored: Question[] = [];
    const calls = showPanel([], {
      [`GET ${LIST}`]: () => answer([...stored]),
      [GENERATE]: () => {
        stored.push(aQuestion("w", { generation: { model: "m" } }));
        return { status: 503, json: { success: false, error: "The model has stopped." } };
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    expect(await screen.findByText("The model has stopped.")).toBeInTheDocument();
    expect(screen.getByText("Question w?")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Ask again" }));
    await waitFor(() => expect(calls.filter(({ method }) => method === "POST")).toHaveLength(2));
    expect(calls.filter(({ method }) => method === "POST")[1]?.body).toMatchObject({
      distribution: { behavioral: 1, technical: 1, cognitive: 1, culture: 1, motivation: 1 },
      context: { existingQuestions: ["w"] },
    });
  });

  it("shows what another tab has written meanwhile", async () => {
    let stored: Question[] = [];
    showPanel([], {
      [`GET ${LIST}`]: () => answer(stored),
      [GENERATE]: () => {
        stored = [aQuestion("theirs")];
        return { status: 409, json: { success: false, error: "x", code: "GENERATION_RUNNING" } };
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    expect(
      await screen.findByText(/perhaps in another tab\. They appear here/),
    ).toBeInTheDocument();
    expect(await screen.findByText("Question theirs?")).toBeInTheDocument();
  });

  it("puts another question in the place of one", async () => {
    let stored = [aQuestion("a"), aQuestion("b")];
    const calls = showPanel([], {
      [`GET ${LIST}`]: () => answer(stored),
      [REWRITE]: () => {
        const question = aQuestion("a", { question: "Why a ledger?" });
        stored = [question, aQuestion("b")];
        return { json: { success: true, question } };
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "More for question 1" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Write this one anew" }));
    expect(await screen.findByText("Why a ledger?")).toBeInTheDocument();
    expect(screen.queryByText("Question a?")).not.toBeInTheDocument();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ difficulty: "mid" });
    const items = screen.getAllByRole("listitem");
    expect(items[0]).toHaveTextContent("Why a ledger?");
  });

  it("keeps a question that could not be written anew, and says why", async () => {
    showPanel([aQuestion("a")], {
      [REWRITE]: {
        status: 502,
        json: { success: false, error: "Nothing passed.", code: "NO_QUESTION_WRITTEN" },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "More for question 1" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Write this one anew" }));
    expect(
      await screen.findByText("Failed to write another question: Nothing passed."),
    ).toBeInTheDocument();
    expect(screen.getByText("Question a?")).toBeInTheDocument();
  });

  it("replaces a person's own words only after asking", async () => {
    const calls = showPanel([aQuestion("a", { source: "recruiter_added" })], {
      [REWRITE]: { json: { success: true, question: aQuestion("a") } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "More for question 1" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Write this one anew" }));
    const dialog = screen.getByRole("alertdialog");
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
    await userEvent.click(within(dialog).getByRole("button", { name: "Write this one anew" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
  });

  it("leaves what was asked in the interview alone", async () => {
    showPanel([
      aQuestion("a", {
        humanTracking: { status: "asked", notes: "", score: null, markedAt: null },
      }),
    ]);
    await userEvent.click(await screen.findByRole("button", { name: "More for question 1" }));
    expect(screen.getByRole("menuitem", { name: "Write this one anew" })).toHaveAttribute(
      "aria-disabled",
    );
  });
});
