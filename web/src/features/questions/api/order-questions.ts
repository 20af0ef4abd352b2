/** Reorders the questions optimistically and restores the old order on an error. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import { inOrder } from "../lib/order";
import { questionSetQuery, withQuestions } from "./questions-query";

export function useOrderQuestions(interviewId: string) {
  const client = useQueryClient();
  const key = questionSetQuery(interviewId).queryKey;
  const mutationKey = ["questions", interviewId, "order"];
  return useMutation({
    mutationKey,
    // In sequence, so that the last order wins.
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
      // A refetch during another pending reorder would show its old order.
      if (client.isMutating({ mutationKey }) === 1) {
        await client.invalidateQueries({ queryKey: key });
      }
    },
  });
}
