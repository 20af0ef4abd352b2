import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import { inOrder } from "../lib/order";
import { questionSetQuery, withQuestions } from "./questions-query";

/** Puts the questions in another order: at once on the screen, and back again when it was refused. */
export function useOrderQuestions(interviewId: string) {
  const client = useQueryClient();
  const key = questionSetQuery(interviewId).queryKey;
  const mutationKey = ["questions", interviewId, "order"];
  return useMutation({
    mutationKey,
    // One after the other: the last order wins.
    scope: { id: mutationKey.join("/") },
    mutationFn: (questionIds: readonly string[]) =>
      api.patch("/api/questions-crud/interview/{interview_id}/order", {
        params: { interview_id: interviewId },
        body: { questionIds: [...questionIds] },
      }),
    onMutate: async (questionIds) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      client.setQueryData(
        key,
        withQuestions((questions) => inOrder(questions, questionIds)),
      );
      return before;
    },
    onError: (_error, _ids, before) => client.setQueryData(key, before),
    onSettled: async () => {
      // What is read while another order is under way would show the one before it.
      if (client.isMutating({ mutationKey }) === 1) {
        await client.invalidateQueries({ queryKey: key });
      }
    },
  });
}
