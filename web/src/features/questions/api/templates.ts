import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import {
  applyQuestionTemplate,
  QUESTION_TEMPLATES_PATH as PATH,
  questionTemplatesQuery,
  type QuestionTemplate,
} from "@/api/question-templates";
import type { Data } from "@/api/types";

import { questionSetOf, questionSetQuery } from "./questions-query";
import type { TemplateChange, TemplateDraft } from "./types";

/** Keeps the questions of an interview, changes and removes one's own templates. */
export function useTemplateEdits() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: questionTemplatesQuery.queryKey });
  const save = useMutation({
    mutationFn: (draft: TemplateDraft) => api.post<Data<QuestionTemplate>>(PATH, draft),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ id, change: wanted }: { id: string; change: TemplateChange }) =>
      api.patch<Data<QuestionTemplate>>(`${PATH}/${id}`, wanted),
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
  const key = questionSetQuery(interviewId).queryKey;
  return useMutation({
    mutationFn: (template: QuestionTemplate) => applyQuestionTemplate(template._id, interviewId),
    onSuccess: (answer) => client.setQueryData(key, questionSetOf(answer)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
