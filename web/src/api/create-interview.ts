/** Mutation that creates an interview with default values. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "./client";
import { isApiError } from "./errors";
import { announceInterviewCreated, INTERVIEW_LISTS } from "./interview-created";
import { newOperationId } from "./operations";

/** Specified pause, so that the new entry is noticed before HQ opens. */
export const PAUSE_BEFORE_HQ_MS = 100;

// Stored as data, so not translated.
const NEW_INTERVIEW = { candidateName: "Unnamed Candidate", title: "New Interview" };
const UNSET = { position: "", status: "scheduled", language: "en" } as const;

/** The candidate or the job that a new interview begins with. */
export type InterviewRecord = { candidateProfileId: string } | { jobDescriptionId: string };

/** Raises the refusal if no credit is left. Any other failure stops nobody: the server checks at the start. */
async function requireCredit() {
  try {
    await api.get("/api/billing/can-start");
  } catch (error) {
    if (isApiError(error, "NO_CREDITS")) throw error;
  }
}

/** Fails with `NO_CREDITS`, and creates nothing, if the user has no credit left. */
export function useCreateInterview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (record: InterviewRecord | null) => {
      await requireCredit();
      // The server creates one interview per sessionId, even if the call arrives twice.
      const body = { ...NEW_INTERVIEW, ...UNSET, ...record, sessionId: newOperationId() };
      return (await api.post("/api/interviews", { body })).interview;
    },
    onSuccess: ({ _id }) => {
      announceInterviewCreated(_id);
      return queryClient.invalidateQueries({ queryKey: INTERVIEW_LISTS });
    },
  });
}
