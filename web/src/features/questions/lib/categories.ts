/** Question categories and the number of questions in each. */
import type { QuestionCategory } from "@/api/types";

/** In the order in which the remaining capacity is distributed. */
export const CATEGORIES = [
  "behavioral",
  "technical",
  "cognitive",
  "culture",
  "motivation",
] as const satisfies QuestionCategory[];

export type CategoryFilter = QuestionCategory | "all";

/** Number of questions in each category and in total. */
export function countByCategory(
  questions: readonly { category: QuestionCategory }[],
): Record<CategoryFilter, number> {
  const counts = {
    all: questions.length,
    behavioral: 0,
    technical: 0,
    cognitive: 0,
    culture: 0,
    motivation: 0,
  };
  for (const { category } of questions) counts[category] += 1;
  return counts;
}
