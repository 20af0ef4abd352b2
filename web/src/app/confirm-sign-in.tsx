/** Asks for the password again when the server wants a recent sign-in; the call is then repeated. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ComponentProps, type ComponentType } from "react";

import { currentUserQuery } from "@/api/current-user";
import { onConfirmationNeeded } from "@/api/recent-sign-in";

import type { ConfirmSignInDialog, OnAnswer } from "./confirm-sign-in-dialog";

interface Request {
  Dialog: ComponentType<ComponentProps<typeof ConfirmSignInDialog>>;
  onAnswer: OnAnswer;
}

/** The dialog is loaded when it is needed: no page loads it at its start. */
export function ConfirmSignIn() {
  const [request, setRequest] = useState<Request | null>(null);
  const user = useQuery({ ...currentUserQuery, enabled: request !== null });
  useEffect(
    () =>
      onConfirmationNeeded(async () => {
        const loaded = await import("./confirm-sign-in-dialog").catch(() => null);
        if (loaded === null) return false;
        return new Promise((resolve) => {
          setRequest({
            Dialog: loaded.ConfirmSignInDialog,
            onAnswer: (isConfirmed) => {
              setRequest(null);
              resolve(isConfirmed);
            },
          });
        });
      }),
    [],
  );
  // Without a session, or its server, nothing can be confirmed.
  useEffect(() => {
    if (user.isError) request?.onAnswer(false);
  }, [request, user.isError]);
  if (request === null || !user.data) return null;
  return <request.Dialog user={user.data} onAnswer={request.onAnswer} />;
}
