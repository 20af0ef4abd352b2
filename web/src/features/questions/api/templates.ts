import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data } from "@/api/types";

import { questionsQuery } from "./questions-query";
import type {
  AppliedTemplate,
  Template,
  TemplateChange,
  TemplateDraft,
  TemplateList,
} from "./types";

const PATH = "/api/question-templates";

/** One's own templates and those that are shared with the organisation, by name. */
export const questionTemplatesQuery = queryOptions({
  queryKey: ["questions", "templates"],
  queryFn: async ({ signal }): Promise<Template[]> =>
    (await api.get<TemplateList>(PATH, { signal })).data,
});

/** Keeps the questions of an interview, changes and removes one's own templates. */
export function useTemplateEdits() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: questionTemplatesQuery.queryKey });
  const save = useMutation({
    mutationFn: (draft: TemplateDraft) => api.post<Data<Template>>(PATH, draft),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ id, change: wanted }: { id: string; change: TemplateChange }) =>
      api.patch<Data<Template>>(`${PATH}/${id}`, wanted),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${PATH}/${id}`),
    onSettled,
  });
  return { save, change, remove };
}

/** Adds the questions of a template to an interview, as far as there is room. */
export function useApplyTemplate(interviewId: string) {
  const client = useQueryClient();
  const key = questionsQuery(interviewId).queryKey;
  return useMutation({
    mutationFn: (template: Template) =>
      api.post<AppliedTemplate>(`${PATH}/${template._id}/apply`, { interviewId }),
    onSuccess: ({ questions }) => client.setQueryData(key, questions),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
