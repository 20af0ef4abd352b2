/** Mutations that add, change and remove questions and update the cached list. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import { questionSetQuery, withQuestions } from "./questions-query";
import type { Question, QuestionChange, QuestionDraft } from "./types";

export function useQuestionEdits(interviewId: string) {
  const client = useQueryClient();
  const key = questionSetQuery(interviewId).queryKey;
  const rewrite = (change: (questions: Question[]) => Question[]) => {
    client.setQueryData(key, withQuestions(change));
  };
  const onSettled = () => client.invalidateQueries({ queryKey: key });

  const add = useMutation({
    mutationFn: (draft: QuestionDraft) =>
      api.post("/api/questions-crud/interview/{interview_id}/questions", {
        params: { interview_id: interviewId },
        body: draft,
      }),
    onSuccess: ({ question }) => rewrite((questions) => [...questions, question]),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ id, change }: { id: string; change: QuestionChange }) =>
      api.patch("/api/questions-crud/interview/{interview_id}/questions/{question_id}", {
        params: { interview_id: interviewId, question_id: id },
        body: change,
      }),
    onSuccess: ({ question }) =>
      rewrite((questions) => questions.map((old) => (old._id === question._id ? question : old))),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      api.delete("/api/questions-crud/interview/{interview_id}/questions/{question_id}", {
        params: { interview_id: interviewId, question_id: id },
      }),
    onSuccess: (_answer, id) =>
      rewrite((questions) => questions.filter((question) => question._id !== id)),
    onSettled,
  });
  const empty = useMutation({
    mutationFn: () =>
      api.delete("/api/questions-crud/interview/{interview_id}/questions", {
        params: { interview_id: interviewId },
      }),
    onSuccess: () => rewrite(() => []),
    onSettled,
  });
  return { add, update, remove, empty };
}
