import type { Question } from "../api/types";

/** How long after a change of the question its answer points are expected. */
const WRITING_MS = 120_000;

/** Whether answer points are still expected at `at` (epoch milliseconds). */
export function isAnswerComing(
  question: Pick<Question, "goodAnswer" | "updatedAt">,
  at: number,
): boolean {
  return question.goodAnswer === null && at - Date.parse(question.updatedAt) < WRITING_MS;
}
