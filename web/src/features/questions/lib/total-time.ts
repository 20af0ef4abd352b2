/** Minutes that all questions take together. */
import type { Question } from "../api/types";

export function totalMinutes(questions: readonly Pick<Question, "estimatedTime">[]): number {
  return questions.reduce((sum, question) => sum + question.estimatedTime, 0);
}
