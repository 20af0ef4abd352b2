/** Judged question for tests. */
import type { JudgedQuestion } from "../api/types";

export const aJudgedQuestion = (changes: Partial<JudgedQuestion> = {}): JudgedQuestion => ({
  question: "How did you shorten the batch?",
  startSeconds: 70,
  technical: 7.4,
  communication: 6.8,
  answered: "full",
  isProbe: false,
  points: [],
  sentences: [],
  ...changes,
});
