import { queryOptions } from "@tanstack/react-query";

import { api } from "./client";
import type { Schemas } from "./types";

export type QuestionTemplate = Schemas["TemplateView"];

/**
 * One's own templates and those that are shared with the organisation, by name. One list for every
 * place that shows them, so that a change in one is seen in all.
 */
export const questionTemplatesQuery = queryOptions({
  queryKey: ["question-templates"],
  queryFn: async ({ signal }) => (await api.get("/api/question-templates", { signal })).data,
  // Others share theirs at any time.
  staleTime: 0,
});

/** Adds the questions of a template to an interview, as far as there is room. Raises ApiError. */
export function applyQuestionTemplate(
  templateId: string,
  interviewId: string,
): Promise<Schemas["AppliedTemplate"]> {
  return api.post("/api/question-templates/{template_id}/apply", {
    params: { template_id: templateId },
    body: { interviewId },
  });
}
