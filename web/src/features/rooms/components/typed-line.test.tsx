/** Tests of the form for typed transcript lines. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import german from "@/locales/de/rooms.json";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { TypedLine } from "./typed-line";

const APPEND = "POST /api/interview/i1/transcript/append";
const REFUSAL = "The server transcribes the candidate's words itself.";
const REFUSED = {
  status: 409,
  json: { success: false, code: "TRANSCRIBED_HERE", message: REFUSAL, error: REFUSAL },
};

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
  afterEach(async () => {
    cleanup();
    vi.useRealTimers();
    await i18next.changeLanguage("en");
    i18next.removeResourceBundle("de", "rooms");
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
    const calls = show(REFUSED);
    type("I invented it.");
    await pass(5_000);
    await pass(9_000);
    expect(calls).toHaveLength(1);
    expect(screen.getByRole("alert")).toHaveTextContent(`${REFUSAL} “I invented it.”`);
  });

  it("puts refused words in the quotation marks of the language", async () => {
    i18next.addResourceBundle("de", "rooms", german);
    show(REFUSED);
    type("I invented it.");
    await act(() => i18next.changeLanguage("de"));
    await pass(5_000);
    expect(screen.getByRole("alert")).toHaveTextContent(`${REFUSAL} „I invented it.“`);
  });
});
