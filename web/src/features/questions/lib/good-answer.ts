import type { Question } from "../api/types";

/** For so long after its words a question's points are on their way. */
const WRITING_MS = 120_000;

/** Whether the points of a good answer are still to come, as of `at` (epoch milliseconds). */
export function isAnswerComing(
  question: Pick<Question, "goodAnswer" | "updatedAt">,
  at: number,
): boolean {
  return question.goodAnswer === null && at - Date.parse(question.updatedAt) < WRITING_MS;
}
