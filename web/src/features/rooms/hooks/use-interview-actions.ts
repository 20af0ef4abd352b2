/** Starting and ending the interview from the recruiter room. */
import type { TFunction } from "i18next";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText, isApiError } from "@/api/errors";

import { useCompleteInterview, useStartInterview } from "../api/recruiter-room";
import { isSignedOut } from "../lib/signed-out";

export interface InterviewActions {
  start: () => void;
  end: (finalNotes: string) => void;
  isStarting: boolean;
  isEnding: boolean;
  /** What failed last; null once dismissed. */
  alert: string | null;
  setAlert: (message: string | null) => void;
}

/**
 * Sends the calls; their effect reaches this room over the socket, like any other. `onSignedOut` is called when the
 * user may not do this any more.
 */
export function useInterviewActions(tokenOrId: string, onSignedOut: () => void): InterviewActions {
  const { t } = useTranslation("rooms");
  const [alert, setAlert] = useState<string | null>(null);
  const start = useStartInterview(tokenOrId);
  const complete = useCompleteInterview(tokenOrId);
  const fail = useCallback(
    (error: Error, fallback: "recruiter.startFailed" | "recruiter.endFailed") => {
      if (isSignedOut(error)) onSignedOut();
      else setAlert(failureText(t, error, fallback));
    },
    [onSignedOut, t],
  );
  const { mutate: mutateStart } = start;
  const { mutate: mutateComplete } = complete;

  return {
    start: useCallback(
      () =>
        mutateStart(undefined, {
          onError: (error) => fail(error, "recruiter.startFailed"),
        }),
      [mutateStart, fail],
    ),
    end: useCallback(
      (finalNotes: string) =>
        mutateComplete(finalNotes, {
          onError: (error) => fail(error, "recruiter.endFailed"),
        }),
      [mutateComplete, fail],
    ),
    isStarting: start.isPending,
    isEnding: complete.isPending,
    alert,
    setAlert,
  };
}

/** The server's message, if it gives a reason beyond the failure itself. */
function failureText(
  t: TFunction<"rooms">,
  error: Error,
  fallback: "recruiter.startFailed" | "recruiter.endFailed",
): string {
  const isInformative = isApiError(error, "NO_CREDITS", "CONSENT_REQUIRED");
  return isInformative ? errorText(error, t(fallback)) : t(fallback);
}
