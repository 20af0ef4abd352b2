/** Tests of the numbers of judged questions. */
import { expect, it } from "vitest";

import type { JudgedQuestion } from "../api/types";
import { numberQuestions } from "./judged-questions";

const question = (isProbe: boolean): JudgedQuestion => ({
  question: "Why?",
  startSeconds: 0,
  technical: 5,
  communication: 5,
  answered: "full",
  isProbe,
  points: [],
  sentences: [],
});

it("numbers follow-ups under the question before them", () => {
  const questions = [false, true, true, false, true].map(question);
  expect(numberQuestions(questions).map(({ number }) => number)).toEqual([
    "1",
    "1.1",
    "1.2",
    "2",
    "2.1",
  ]);
  expect(numberQuestions(questions).map(({ follows }) => follows)).toEqual([
    null,
    "1",
    "1",
    null,
    "2",
  ]);
});

it("numbers a follow-up without a question before it as a question", () => {
  expect(numberQuestions([question(true), question(true)]).map(({ number }) => number)).toEqual([
    "1",
    "1.1",
  ]);
});
