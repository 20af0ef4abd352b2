/** Rewriting of a question by the model. */
import { api } from "@/api/client";
import type { Difficulty } from "@/api/types";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import type { Question } from "./types";

/** Lets the model replace a question. Aborting the signal leaves it unchanged. */
export async function rewriteQuestion(
  interviewId: string,
  questionId: string,
  options: { difficulty: Difficulty; signal: AbortSignal },
): Promise<Question> {
  const { question } = await api.post(
    "/api/questions-crud/interview/{interview_id}/questions/{question_id}/rewrite",
    {
      params: { interview_id: interviewId, question_id: questionId },
      body: { difficulty: options.difficulty },
      signal: options.signal,
      timeoutMs: SLOW_CALL_TIMEOUT_MS,
    },
  );
  return question;
}
