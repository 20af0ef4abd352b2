/** Progress of the setup, checks of its steps, and the demo interview. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { InterviewStatus } from "@/api/types";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import type { Setup, StepKey, StepOutcome } from "./types";

const DEMO_LINES = 20;
/** The same interview each time, however often the button is pressed. */
const DEMO_SESSION_ID = "setup-demo";

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

/** What the speech model hears in a WAV file. */
export async function transcribeVoice(recording: Blob, language: string) {
  return api.post("/api/transcription/whisper", {
    form: { file: new File([recording], "test.wav"), language, model: "" },
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}

interface DemoTexts {
  title: string;
  candidateName: string;
}

/** Creates an interview, lets the demo generator write its transcript, and completes it. */
async function createDemoInterview(texts: DemoTexts): Promise<string> {
  const { interview } = await api.post("/api/interviews", {
    body: {
      ...texts,
      position: "",
      status: "scheduled",
      language: "en",
      sessionId: DEMO_SESSION_ID,
    },
  });
  const id = interview._id;
  const setStatus = (status: InterviewStatus) =>
    api.patch("/api/interviews/recruiter/{token_or_id}/status", {
      params: { token_or_id: id },
      body: { status },
    });
  if (interview.status === "scheduled") {
    await api.post("/api/interview/{interview_id}/demo/generate-transcript", {
      params: { interview_id: id },
      body: {
        scenario: "backend",
        customRole: "",
        segmentCount: DEMO_LINES,
        coverQuestions: false,
        questionCount: 1,
      },
    });
    await setStatus("in_progress");
  }
  if (interview.status !== "completed") await setStatus("completed");
  return id;
}

export function useCreateDemoInterview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createDemoInterview,
    onSuccess: () => client.invalidateQueries({ queryKey: ["interviews"] }),
  });
}
