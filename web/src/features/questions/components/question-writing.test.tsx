/** Tests of questions written by the model: warm-up, generation, rewriting. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Question } from "../api/types";
import { EDITS, LIST, aQuestion, listResponse, showPanel } from "../testing/show-panel";

describe("questions written by the model", () => {
  const GENERATE = "POST /api/questions/generate";
  const REWRITE = `POST ${EDITS}/a/rewrite`;

  it("requests only the missing questions again", async () => {
    const written = [
      aQuestion("w1", { category: "behavioral" }),
      aQuestion("w2"),
      aQuestion("w3", { category: "culture" }),
    ];
    const calls = showPanel([], { [GENERATE]: listResponse(written, { missing: 3 }) });
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    expect(await screen.findByText("3 could not be written.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    const asked = () => calls.filter(({ url }) => url === "/api/questions/generate");
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]?.body).toMatchObject({
      distribution: { behavioral: 0, technical: 1, cognitive: 1, culture: 0, motivation: 1 },
    });
  });

  it("warms the model up before questions are likely to be requested, and ignores the response", async () => {
    const WARM_UP = "/api/questions/warm-up";
    const calls = showPanel([], {
      [`POST ${WARM_UP}`]: { status: 500, json: { success: false, error: "Busy." } },
    });
    const warmUps = () => calls.filter(({ url }) => url === WARM_UP);
    await waitFor(() => expect(warmUps()).toHaveLength(1));
    expect(warmUps()[0]?.body).toEqual({
      interviewId: "i1",
      context: { candidateProfileId: "c1", jobDescriptionId: "j1" },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Custom Add" }));
    expect(await screen.findByRole("dialog")).toBeInTheDocument();
    expect(screen.queryByText(/Busy/)).not.toBeInTheDocument();
    expect(warmUps()).toHaveLength(1);
  });

  it("warms the model up when more questions are being chosen, not while they are viewed", async () => {
    const WARM_UP = "/api/questions/warm-up";
    const calls = showPanel([aQuestion("a")], {
      [`POST ${WARM_UP}`]: { json: { success: true } },
    });
    const custom = await screen.findByRole("button", { name: "Custom Add" });
    expect(calls.some(({ url }) => url === WARM_UP)).toBe(false);
    await userEvent.click(custom);
    await waitFor(() => expect(calls.some(({ url }) => url === WARM_UP)).toBe(true));
  });

  it("offers to write the rest when the model stopped halfway", async () => {
    const stored: Question[] = [];
    const calls = showPanel([], {
      [`GET ${LIST}`]: () => listResponse([...stored]),
      [GENERATE]: () => {
        stored.push(aQuestion("w", { generation: { model: "m" } }));
        return { status: 503, json: { success: false, error: "The model has stopped." } };
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    expect(await screen.findByText("The model has stopped.")).toBeInTheDocument();
    expect(screen.getByText("Question w?")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    const asked = () => calls.filter(({ url }) => url === "/api/questions/generate");
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]?.body).toMatchObject({
      distribution: { behavioral: 1, technical: 1, cognitive: 1, culture: 1, motivation: 1 },
      context: { existingQuestions: ["w"] },
    });
  });

  it("follows generation in another tab and is unblocked when it ends", async () => {
    let current = listResponse([], { generatingUntil: "2026-11-01T09:00:00Z" });
    const calls = showPanel([], { [`GET ${LIST}`]: () => current });
    const notice = /perhaps in another tab\. They will appear here/;
    expect(await screen.findByText(notice)).toBeInTheDocument();
    expect(screen.queryByText("Add interview questions here")).not.toBeInTheDocument();
    for (const name of ["Smart Add", "Custom Add"]) {
      expect(screen.getByRole("button", { name })).toHaveAttribute("aria-disabled");
    }
    expect(screen.getByRole("button", { name: "Empty question list" })).toBeDisabled();
    await userEvent.hover(screen.getByRole("button", { name: "Smart Add" }));
    expect(await screen.findByRole("tooltip")).toHaveTextContent("are already being written");
    await userEvent.click(screen.getByRole("button", { name: "Smart Add" }));
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
    current = listResponse([aQuestion("theirs")]);
    expect(
      await screen.findByText("Question theirs?", undefined, { timeout: 5000 }),
    ).toBeInTheDocument();
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Smart Add" })).not.toHaveAttribute("aria-disabled");
  });

  it("recognizes from the error that another tab was faster", async () => {
    let current = listResponse([]);
    showPanel([], {
      [`GET ${LIST}`]: () => current,
      [GENERATE]: () => {
        current = listResponse([aQuestion("theirs")], { generatingUntil: "2026-11-01T09:00:00Z" });
        return { status: 409, json: { success: false, error: "x", code: "GENERATION_RUNNING" } };
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    expect(await screen.findByText("Question theirs?")).toBeInTheDocument();
    expect(
      await screen.findByText(/perhaps in another tab\. They will appear here/),
    ).toBeInTheDocument();
  });

  it("does not mistake its own generation for another tab's", async () => {
    let current = listResponse([]);
    let finish: () => void = () => undefined;
    let read: () => void = () => undefined;
    const written = new Promise<void>((done) => (finish = done));
    let readable = Promise.resolve();
    const calls = showPanel([], {
      [`GET ${LIST}`]: () => readable.then(() => current),
      [GENERATE]: async () => {
        current = listResponse([aQuestion("w")], { generatingUntil: "2026-11-01T09:00:00Z" });
        await written;
        readable = new Promise((done) => (read = done));
        return listResponse([aQuestion("w")], { missing: 0 });
      },
    });
    const notice = /perhaps in another tab/;
    const reads = () => calls.filter(({ method, url }) => method === "GET" && url === LIST).length;
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    await screen.findByText("Question w?", undefined, { timeout: 5000 });
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
    // The end of the run is known before the list is reloaded.
    const before = reads();
    finish();
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
    await expect(screen.findByText(notice, undefined, { timeout: 200 })).rejects.toThrow();
    current = listResponse([aQuestion("w")]);
    read();
    await waitFor(() => expect(screen.getByRole("button", { name: "Smart Add" })).toBeEnabled());
  });

  it("offers the missing questions once the server has ended a stopped run", async () => {
    const writing = { generatingUntil: "2026-11-01T09:00:00Z" };
    let current = listResponse([]);
    let hangUp: () => void = () => undefined;
    showPanel([], {
      [`GET ${LIST}`]: () => current,
      [GENERATE]: async () => {
        current = listResponse([aQuestion("w", { generation: { model: "m" } })], writing);
        await new Promise<void>((done) => (hangUp = done));
        return listResponse([]);
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Smart Add" }));
    await screen.findByText("Question w?", undefined, { timeout: 5000 });
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    hangUp();
    expect(await screen.findByText(/^Stopped\. The questions/)).toBeInTheDocument();
    expect(screen.queryByText(/perhaps in another tab/)).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Try Again" })).not.toBeInTheDocument();
    current = listResponse([aQuestion("w", { generation: { model: "m" } })]);
    const retry = { name: "Try Again" };
    expect(await screen.findByRole("button", retry, { timeout: 5000 })).toBeInTheDocument();
  });

  it("replaces one question with another", async () => {
    let stored = [aQuestion("a"), aQuestion("b")];
    const calls = showPanel([], {
      [`GET ${LIST}`]: () => listResponse(stored),
      [REWRITE]: () => {
        const question = aQuestion("a", { question: "Why a ledger?" });
        stored = [question, aQuestion("b")];
        return { json: { success: true, question } };
      },
    });
    await userEvent.click(
      await screen.findByRole("button", { name: "More actions for question 1" }),
    );
    await userEvent.click(screen.getByRole("menuitem", { name: "Rewrite" }));
    expect(await screen.findByText("Why a ledger?")).toBeInTheDocument();
    expect(screen.queryByText("Question a?")).not.toBeInTheDocument();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ difficulty: "mid" });
    const items = screen.getAllByRole("listitem");
    expect(items[0]).toHaveTextContent("Why a ledger?");
  });

  it("keeps a question that could not be rewritten and shows why", async () => {
    showPanel([aQuestion("a")], {
      [REWRITE]: {
        status: 409,
        json: { success: false, error: "Nothing passed.", code: "NO_QUESTION_WRITTEN" },
      },
    });
    await userEvent.click(
      await screen.findByRole("button", { name: "More actions for question 1" }),
    );
    await userEvent.click(screen.getByRole("menuitem", { name: "Rewrite" }));
    expect(
      await screen.findByText("The question could not be rewritten: Nothing passed."),
    ).toBeInTheDocument();
    expect(screen.getByText("Question a?")).toBeInTheDocument();
  });

  it("replaces an edited question only after a confirmation", async () => {
    const calls = showPanel([aQuestion("a", { source: "recruiter_added" })], {
      [REWRITE]: { json: { success: true, question: aQuestion("a") } },
    });
    await userEvent.click(
      await screen.findByRole("button", { name: "More actions for question 1" }),
    );
    await userEvent.click(screen.getByRole("menuitem", { name: "Rewrite" }));
    const dialog = screen.getByRole("alertdialog");
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
    await userEvent.click(within(dialog).getByRole("button", { name: "Rewrite" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
  });

  it("does not rewrite a question that was asked in the interview", async () => {
    showPanel([
      aQuestion("a", {
        humanTracking: { status: "asked", notes: "", score: null, markedAt: null },
      }),
    ]);
    await userEvent.click(
      await screen.findByRole("button", { name: "More actions for question 1" }),
    );
    expect(screen.getByRole("menuitem", { name: "Rewrite" })).toHaveAttribute("aria-disabled");
  });
});
