/** Rewrites one question at a time. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { isCancelled } from "@/api/errors";
import type { Difficulty } from "@/api/types";

import { questionSetQuery, withQuestions } from "../api/questions-query";
import { rewriteQuestion } from "../api/rewrite-question";
import { editErrorMessage } from "../lib/question-errors";

export interface Rewriting {
  /** The question being rewritten. */
  questionId: string | null;
  failure: { questionId: string; text: string } | null;
  rewrite: (questionId: string) => Promise<void>;
  cancel: () => void;
}

export function useRewriting(interviewId: string, difficulty: Difficulty): Rewriting {
  const { t } = useTranslation("questions");
  const client = useQueryClient();
  const controller = useRef<AbortController | null>(null);
  const [questionId, setQuestionId] = useState<string | null>(null);
  const [failure, setFailure] = useState<Rewriting["failure"]>(null);
  const key = questionSetQuery(interviewId).queryKey;

  const rewrite = async (id: string) => {
    if (controller.current) return;
    const call = new AbortController();
    controller.current = call;
    setQuestionId(id);
    setFailure(null);
    try {
      const question = await rewriteQuestion(interviewId, id, { difficulty, signal: call.signal });
      client.setQueryData(
        key,
        withQuestions((questions) =>
          questions.map((old) => (old._id === question._id ? question : old)),
        ),
      );
    } catch (error) {
      if (!isCancelled(error)) {
        setFailure({ questionId: id, text: editErrorMessage(t, "rewrite", error) });
      }
    } finally {
      await client.invalidateQueries({ queryKey: key });
      controller.current = null;
      setQuestionId(null);
    }
  };
  return { questionId, failure, rewrite, cancel: () => controller.current?.abort() };
}
