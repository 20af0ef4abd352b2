/** Whether answer points are still expected at `at` (epoch milliseconds). */
import type { Question } from "../api/types";

/** How long after a change to the question its answer points are expected. */
const WRITING_MS = 120_000;

export function isAnswerComing(
  question: Pick<Question, "goodAnswer" | "updatedAt">,
  at: number,
): boolean {
  return question.goodAnswer === null && at - Date.parse(question.updatedAt) < WRITING_MS;
}
