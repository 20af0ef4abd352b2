/** Tests of the error messages of the questions panel. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import { ApiError } from "@/api/errors";

import { editErrorMessage, generationErrorMessage } from "./question-errors";

const t = i18next.getFixedT("en", "questions");
const failure = (status: number, message: string, code = "X") =>
  new ApiError(message, { status, code });

describe("message of a failed generation", () => {
  it.each([
    [
      failure(404, "no"),
      "Interview session not found. Please check the URL or create a new interview.",
    ],
    [
      failure(409, "full", "QUESTION_LIMIT"),
      "Question limit reached (max 20). Remove some to add more.",
    ],
    [failure(401, "x"), "Authentication failed. Please sign in again."],
    [failure(503, "The model is busy."), "The model is busy."],
    [new Error("boom"), "boom"],
    ["?", "Failed to generate questions."],
  ])("%s", (error, sentence) => {
    expect(generationErrorMessage(t, error)).toBe(sentence);
  });
});

describe("message of a failed edit", () => {
  it("contains the edit and the reason", () => {
    const away = failure(500, "No answer.");
    expect(editErrorMessage(t, "update", away)).toBe("Failed to update question: No answer.");
    expect(editErrorMessage(t, "delete", away)).toBe("Failed to delete question: No answer.");
    expect(editErrorMessage(t, "empty", away)).toBe("Failed to empty question list: No answer.");
    expect(editErrorMessage(t, "add", away)).toBe("Failed to add question: No answer.");
    expect(editErrorMessage(t, "add", failure(409, "full", "QUESTION_LIMIT"))).toBe(
      "You've reached the question limit (max 20).",
    );
  });
});
