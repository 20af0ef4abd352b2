/** Starting and ending the interview from the recruiter room. */
import type { TFunction } from "i18next";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText, isApiError } from "@/api/errors";

import { useCompleteInterview, useStartInterview } from "../api/recruiter-room";

export interface InterviewActions {
  start: () => void;
  end: (finalNotes: string) => void;
  isStarting: boolean;
  isEnding: boolean;
  /** What failed last; null once dismissed. */
  alert: string | null;
  setAlert: (message: string | null) => void;
}

/** Sends the calls; their effect reaches this room over the socket, like any other. */
export function useInterviewActions(tokenOrId: string): InterviewActions {
  const { t } = useTranslation("rooms");
  const [alert, setAlert] = useState<string | null>(null);
  const start = useStartInterview(tokenOrId);
  const complete = useCompleteInterview(tokenOrId);
  const { mutate: mutateStart } = start;
  const { mutate: mutateComplete } = complete;

  return {
    start: useCallback(
      () =>
        mutateStart(undefined, {
          onError: (error) => setAlert(startFailureText(t, error)),
        }),
      [mutateStart, t],
    ),
    end: useCallback(
      (finalNotes: string) =>
        mutateComplete(finalNotes, {
          onError: () => setAlert(t("recruiter.endFailed")),
        }),
      [mutateComplete, t],
    ),
    isStarting: start.isPending,
    isEnding: complete.isPending,
    alert,
    setAlert,
  };
}

/** Statuses with which the server says why an interview cannot start: no credit, no consent, no capacity. */
const REASONED_STATUSES = new Set([402, 409, 410, 422]);

function startFailureText(t: TFunction<"rooms">, error: Error): string {
  const fallback = t("recruiter.startFailed");
  const isReasoned = isApiError(error) && REASONED_STATUSES.has(error.status);
  return isReasoned ? errorText(error, fallback) : fallback;
}
