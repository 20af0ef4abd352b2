import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import { questionSetQuery, withQuestions } from "./questions-query";
import type { Question, QuestionAnswer, QuestionChange, QuestionDraft } from "./types";

function listPath(interviewId: string): string {
  return `/api/questions-crud/interview/${interviewId}/questions`;
}

/** Adds, changes and removes single questions; the cached list follows each answer. */
export function useQuestionEdits(interviewId: string) {
  const client = useQueryClient();
  const key = questionSetQuery(interviewId).queryKey;
  const rewrite = (change: (questions: Question[]) => Question[]) => {
    client.setQueryData(key, withQuestions(change));
  };
  const onSettled = () => client.invalidateQueries({ queryKey: key });

  const add = useMutation({
    mutationFn: (draft: QuestionDraft) => api.post<QuestionAnswer>(listPath(interviewId), draft),
    onSuccess: ({ question }) => rewrite((questions) => [...questions, question]),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ id, change }: { id: string; change: QuestionChange }) =>
      api.patch<QuestionAnswer>(`${listPath(interviewId)}/${id}`, change),
    onSuccess: ({ question }) =>
      rewrite((questions) => questions.map((old) => (old._id === question._id ? question : old))),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${listPath(interviewId)}/${id}`),
    onSuccess: (_answer, id) =>
      rewrite((questions) => questions.filter((question) => question._id !== id)),
    onSettled,
  });
  const empty = useMutation({
    mutationFn: () => api.delete(listPath(interviewId)),
    onSuccess: () => rewrite(() => []),
    onSettled,
  });
  return { add, update, remove, empty };
}
