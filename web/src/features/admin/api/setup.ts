/** Progress of the setup, checks of its steps, and the demo interview. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import type { Setup, StepKey, StepOutcome } from "./types";

export const setupQuery = queryOptions({
  queryKey: ["admin", "setup"],
  queryFn: async ({ signal }) => (await api.get("/api/admin/setup", { signal })).data,
});

/** What is found about the saved settings of a step. */
export const stepCheckQuery = (step: StepKey) =>
  queryOptions({
    queryKey: ["admin", "setup-check", step],
    queryFn: async ({ signal }) =>
      (await api.post("/api/admin/setup/check", { body: { step }, signal })).data,
    // It connects to mail servers and identity providers: once a visit, and on request.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

export function useRecordStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: { step: StepKey; outcome: StepOutcome }) =>
      (await api.put("/api/admin/setup", { body })).data,
    onSuccess: (setup) => client.setQueryData(setupQuery.queryKey, setup),
  });
}

export function useWriteSentence() {
  return useMutation({
    mutationFn: async () =>
      (await api.post("/api/admin/setup/write", { timeoutMs: SLOW_CALL_TIMEOUT_MS })).data,
  });
}

export function useMeasureMachine() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await api.post("/api/admin/setup/measure", { timeoutMs: SLOW_CALL_TIMEOUT_MS })).data,
    onSuccess: (capacity) =>
      client.setQueryData(setupQuery.queryKey, (setup: Setup | undefined) =>
        setup ? { ...setup, capacity } : setup,
      ),
  });
}

/** Transcribes a WAV file with the speech model. */
export async function transcribeVoice(recording: Blob, language: string) {
  return api.post("/api/transcription/whisper", {
    form: { file: new File([recording], "test.wav"), language, model: "" },
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}

/** Creates the demo interview, or finds the one there is; its id. */
export function useCreateDemoInterview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.post("/api/demo-interview")).data.interviewId,
    onSuccess: () => client.invalidateQueries({ queryKey: ["interviews"] }),
  });
}
