import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

export type QuestionTemplate = Schemas["TemplateView"];

/** One's own and those that are shared with the organisation. */
export const startingTemplatesQuery = queryOptions({
  queryKey: ["interviews", "starting-templates"],
  queryFn: async ({ signal }) =>
    (await api.get<Schemas["TemplateList"]>("/api/question-templates", { signal })).data,
  staleTime: 0,
});

/** Raises ApiError. */
export async function applyTemplate(templateId: string, interviewId: string): Promise<void> {
  await api.post(`/api/question-templates/${templateId}/apply`, { interviewId });
}
