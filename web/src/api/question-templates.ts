/** Query and actions for question templates. */
import { queryOptions } from "@tanstack/react-query";

import { MAX_PAGE_SIZE, readAllPages } from "./all-pages";
import { api } from "./client";
import type { Schemas } from "./types";

export type QuestionTemplate = Schemas["TemplateView"];

/** The user's own and shared templates, by name. All views share this query and its cache. */
export const questionTemplatesQuery = queryOptions({
  queryKey: ["question-templates"],
  queryFn: ({ signal }) =>
    readAllPages((page) =>
      api.get("/api/question-templates", { query: { page, limit: MAX_PAGE_SIZE }, signal }),
    ),
  // Other users may share templates at any time.
  staleTime: 0,
});

/** Adds the questions of a template to an interview, up to the question limit. Raises ApiError. */
export function applyQuestionTemplate(
  templateId: string,
  interviewId: string,
): Promise<Schemas["AppliedTemplate"]> {
  return api.post("/api/question-templates/{template_id}/apply", {
    params: { template_id: templateId },
    body: { interviewId },
  });
}
