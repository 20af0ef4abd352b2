/** Calls that import an interview held elsewhere. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { announceInterviewCreated, INTERVIEW_LISTS } from "@/api/interview-created";
import type { Schemas } from "@/api/types";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

export type TranscriptPreview = Schemas["TranscriptPreview"];
export type SpeakerRole = Schemas["SpeakerRole"];

/** What the server's `ImportDetails` takes as JSON in a form. */
export interface ImportDetails {
  importId: string;
  roles: Record<string, SpeakerRole>;
  candidateName: string;
  position: string;
  heldAt: string;
}

export function usePreviewTranscript() {
  return useMutation({
    mutationFn: async (transcript: File) =>
      (
        await api.post("/api/interview-imports/preview", {
          form: { transcript },
          timeoutMs: SLOW_CALL_TIMEOUT_MS,
        })
      ).data,
  });
}

export function useImportInterview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ transcript, details }: { transcript: File; details: ImportDetails }) =>
      (
        await api.post("/api/interview-imports", {
          form: { transcript, details: JSON.stringify(details) },
          timeoutMs: SLOW_CALL_TIMEOUT_MS,
        })
      ).interview,
    onSuccess: ({ _id }) => {
      announceInterviewCreated(_id);
      return client.invalidateQueries({ queryKey: INTERVIEW_LISTS });
    },
  });
}
