/** Tests of the form for typed transcript lines. */
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { TypedLine } from "./typed-line";

const APPEND = "POST /api/interview/i1/transcript/append";

function type(text: string) {
  fireEvent.change(screen.getByRole("textbox", { name: "What was said" }), {
    target: { value: text },
  });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
}

function show(response: Parameters<typeof stubFetch>[0][string]) {
  const calls = stubFetch({ [APPEND]: response });
  renderWithApp(<TypedLine interviewId="i1" names={{ recruiter: "You", candidate: "Cara" }} />, {
    path: "/",
    at: "/",
  });
  return calls;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("TypedLine", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("saves a line within five seconds and empties the field", async () => {
    const calls = show({ json: { success: true, data: { stored: 1 } } });
    type(" We moved the date. ");
    expect(screen.getByRole("textbox", { name: "What was said" })).toHaveValue("");
    expect(screen.getByText("1 line is being saved…")).toBeInTheDocument();
    expect(calls).toHaveLength(0);
    await pass(5_000);
    expect(calls[0]?.body).toMatchObject({
      segments: [{ speaker: "interviewer", text: "We moved the date.", source: "typed" }],
    });
    expect(screen.queryByText(/being saved/)).not.toBeInTheDocument();
  });

  it("gives up after three retries, and keeps the line", async () => {
    const calls = show({ status: 503, json: { success: false } });
    type("We moved the date.");
    await pass(5_000);
    await pass(9_000);
    expect(calls).toHaveLength(4);
    expect(screen.getByRole("alert")).toHaveTextContent("Connection failed. Please try again.");
  });

  it("shows a refusal with the words that were refused", async () => {
    const message = "The server transcribes the candidate's words itself.";
    const calls = show({
      status: 409,
      json: { success: false, code: "TRANSCRIBED_HERE", message, error: message },
    });
    type("I invented it.");
    await pass(5_000);
    await pass(9_000);
    expect(calls).toHaveLength(1);
    expect(screen.getByRole("alert")).toHaveTextContent(`${message} “I invented it.”`);
  });
});
