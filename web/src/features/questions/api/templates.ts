/** Mutations of question templates. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import {
  applyQuestionTemplate,
  questionTemplatesQuery,
  type QuestionTemplate,
} from "@/api/question-templates";

import { toQuestionSet, questionSetQuery } from "./questions-query";
import type { TemplateChange, TemplateDraft } from "./types";

/** Mutations that save, change and delete the user's templates. */
export function useTemplateEdits() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: questionTemplatesQuery.queryKey });
  const save = useMutation({
    mutationFn: (draft: TemplateDraft) => api.post("/api/question-templates", { body: draft }),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ id, change: body }: { id: string; change: TemplateChange }) =>
      api.patch("/api/question-templates/{template_id}", { params: { template_id: id }, body }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      api.delete("/api/question-templates/{template_id}", { params: { template_id: id } }),
    onSettled,
  });
  return { save, change, remove };
}

/** Adds the questions of a template to an interview while there is room. */
export function useApplyTemplate(interviewId: string) {
  const client = useQueryClient();
  const key = questionSetQuery(interviewId).queryKey;
  return useMutation({
    mutationFn: (template: QuestionTemplate) => applyQuestionTemplate(template._id, interviewId),
    onSuccess: (response) => client.setQueryData(key, toQuestionSet(response)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
