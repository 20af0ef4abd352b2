/** HTTP calls of administrators in the room: demo transcript and manual status. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { InterviewStatus, Schemas } from "@/api/types";

type DemoRequest = Schemas["GenerateTranscript"];

export function useGenerateDemo(interviewId: string) {
  return useMutation({
    mutationFn: (body: DemoRequest) =>
      api.post("/api/interview/{interview_id}/demo/generate-transcript", {
        params: { interview_id: interviewId },
        body,
        keepSession: true,
      }),
  });
}

export function useClearDemo(interviewId: string) {
  return useMutation({
    mutationFn: () =>
      api.delete("/api/interview/{interview_id}/demo/clear-transcript", {
        params: { interview_id: interviewId },
        keepSession: true,
      }),
  });
}

export function useSetStatus(tokenOrId: string) {
  return useMutation({
    mutationFn: (status: InterviewStatus) =>
      api.patch("/api/interviews/recruiter/{token_or_id}/status", {
        params: { token_or_id: tokenOrId },
        body: { status },
        keepSession: true,
      }),
  });
}
