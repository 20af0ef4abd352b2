import type { QuestionCategory } from "@/api/types";

/** In the order in which the remaining capacity is handed out. */
export const CATEGORIES = [
  "behavioral",
  "technical",
  "cognitive",
  "culture",
  "motivation",
] as const satisfies QuestionCategory[];

export const CATEGORY_LABELS: Record<QuestionCategory, string> = {
  behavioral: "Behavioral",
  technical: "Technical",
  cognitive: "Cognitive",
  culture: "Culture",
  motivation: "Motivation",
};

export const CATEGORY_HINTS: Record<QuestionCategory, string> = {
  behavioral: "What they did in a real situation",
  technical: "Knowledge and skill the work needs",
  cognitive: "How they think a problem through",
  culture: "How they work with others",
  motivation: "What draws them to the role",
};

export type CategoryFilter = QuestionCategory | "all";

/** How many questions stand in each category, and in all. */
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
