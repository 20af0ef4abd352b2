/** Deletion of an interview with undo. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { beforeSignOut } from "@/api/before-sign-out";
import { INTERVIEW_LISTS } from "@/api/interview-created";
import { useToast } from "@/components/ui/toast-context";

import { deleteInterview } from "../api/delete-interview";

/** How long a deletion can be undone. */
export const UNDO_MS = 8000;

/**
 * Hides the interview immediately. The server deletes it when the undo toast closes, the page is
 * left, or the session ends. If that fails, the interview is shown again: `hasFailed` until
 * `dismissFailure`, or a toast if the page was left in the meantime.
 */
export function useInterviewDeletion() {
  const { t } = useTranslation(["interviews", "common"]);
  const queryClient = useQueryClient();
  const toast = useToast();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [hasFailed, setHasFailed] = useState(false);
  /** Functions that remove the toast, by interview id. */
  const waiting = useRef(new Map<string, () => void>());

  const bringBack = (id: string) =>
    setHidden((ids) => new Set([...ids].filter((other) => other !== id)));

  const send = async (id: string, reportFailure: () => void) => {
    waiting.current.delete(id);
    try {
      await deleteInterview(id);
      // Records show their interview count, so they are reloaded when next shown.
      void queryClient.invalidateQueries({ refetchType: "none" });
      await queryClient.invalidateQueries({ queryKey: INTERVIEW_LISTS });
    } catch {
      reportFailure();
      void queryClient.invalidateQueries({ queryKey: INTERVIEW_LISTS });
    }
    bringBack(id);
  };

  const remove = (id: string) => {
    setHidden((ids) => new Set([...ids, id]));
    const dismiss = toast.show(t("delete.done"), "success", {
      durationMs: UNDO_MS,
      action: {
        label: t("delete.undo"),
        onSelect: () => {
          waiting.current.delete(id);
          bringBack(id);
        },
      },
      onGone: () => void send(id, () => setHasFailed(true)),
    });
    waiting.current.set(id, dismiss);
  };

  const sendAll = useEffectEvent(() =>
    Promise.all(
      [...waiting.current].map(([id, dismiss]) => {
        dismiss();
        return send(id, () => toast.show(t("delete.failed"), "error"));
      }),
    ),
  );
  useEffect(() => {
    const leave = () => void sendAll();
    const withdraw = beforeSignOut(() => sendAll());
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      withdraw();
      leave();
    };
  }, []);

  return { hidden, remove, hasFailed, dismissFailure: () => setHasFailed(false) };
}
