import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { newOperationId } from "@/api/operations";
import type { InterviewAnswer } from "@/api/types";

import { INTERVIEW_LISTS } from "./list-interviews";

const NEW_INTERVIEW = { candidateName: "Unnamed Candidate", title: "New Interview" };

export function useCreateInterview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // The server makes one interview per sessionId, however often the call arrives.
      const body = { ...NEW_INTERVIEW, sessionId: newOperationId() };
      return (await api.post<InterviewAnswer>("/api/interviews", body)).interview;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INTERVIEW_LISTS }),
  });
}
