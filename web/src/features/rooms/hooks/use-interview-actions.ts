import { useCallback, useState } from "react";

import { isApiError } from "@/api/errors";

import { useCompleteInterview, useStartInterview } from "../api/recruiter-room";

export interface InterviewActions {
  start: () => void;
  end: (finalNotes: string) => void;
  isStarting: boolean;
  isEnding: boolean;
  /** The documents' alert of what failed last; null when read. */
  alert: string | null;
  setAlert: (message: string | null) => void;
}

const AUTHENTICATION_FAILED = "Authentication failed. Please sign in again.";

/** Start and end of the interview; the room learns of their effect over the socket, as everybody does. */
export function useInterviewActions(tokenOrId: string): InterviewActions {
  const [alert, setAlert] = useState<string | null>(null);
  const start = useStartInterview(tokenOrId);
  const complete = useCompleteInterview(tokenOrId);
  const { mutate: mutateStart } = start;
  const { mutate: mutateComplete } = complete;

  return {
    start: useCallback(
      () =>
        mutateStart(undefined, {
          onError: (error) => setAlert(failureText(error, "Failed to start interview")),
        }),
      [mutateStart],
    ),
    end: useCallback(
      (finalNotes: string) =>
        mutateComplete(finalNotes, {
          onError: (error) =>
            setAlert(failureText(error, "Failed to end interview. Please try again.")),
        }),
      [mutateComplete],
    ),
    isStarting: start.isPending,
    isEnding: complete.isPending,
    alert,
    setAlert,
  };
}

/** The server's own sentence only where it tells more than that it did not work. */
function failureText(error: Error, fallback: string): string {
  if (!isApiError(error)) return fallback;
  if (error.status === 401 || error.status === 403) return AUTHENTICATION_FAILED;
  return isApiError(error, "NO_CREDITS", "CONSENT_REQUIRED") ? error.message : fallback;
}
