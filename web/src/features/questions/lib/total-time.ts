import type { Question } from "../api/types";

/** Minutes that all questions take together. */
export function totalMinutes(questions: readonly Pick<Question, "estimatedTime">[]): number {
  return questions.reduce((sum, question) => sum + question.estimatedTime, 0);
}
