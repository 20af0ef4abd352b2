/** Search in question templates. */
import type { QuestionTemplate } from "@/api/question-templates";

/** Must match the server (questions/templates/schemas). */
export const MAX_TEMPLATE_NAME = 200;

/** Templates whose name, owner or questions contain every word of the query. */
export function searchTemplates(
  templates: readonly QuestionTemplate[],
  query: string,
): QuestionTemplate[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  return templates.filter(({ name, ownerName, questions }) => {
    const text = [name, ownerName, ...questions.map(({ question }) => question)]
      .join("\n")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
