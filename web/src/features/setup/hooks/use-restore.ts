/** One restore: upload, check and restart, with progress and cancel. */
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { isApiError, isCancelled, serverSentence } from "@/api/errors";

import {
  cancelRestore,
  followRestore,
  startRestore,
  uploadBackup,
  type RestoreOffer,
} from "../api/restore";

export type RestoreState =
  | { stage: "choosing"; problem: RestoreProblem | null }
  | { stage: "uploading" | "checking"; doneBytes: number; totalBytes: number }
  /** The server answers at another address after the restart, if there is one. */
  | { stage: "restarting"; address: string | null }
  /** Closed: the code has to be entered again, because the server has started again without accounts. */
  | { stage: "restored" | "closed" };

export interface RestoreProblem {
  code: string;
  /** Null if there is no sentence for it. */
  message: string | null;
}

export interface RestoreSource {
  /** A file of this computer, or the name of a backup on the server. */
  backup: File | string;
  passphrase: string;
}

const CHOOSING = { stage: "choosing", problem: null } as const;

function describeError(error: unknown): RestoreProblem {
  return isApiError(error)
    ? { code: error.code, message: error.message || null }
    : { code: "BACKUP_FAILED", message: null };
}

export function useRestore(offer: RestoreOffer) {
  const { token } = offer;
  const [state, setState] = useState<RestoreState>(
    offer.progress.phase === "waiting"
      ? CHOOSING
      : { stage: "restarting", address: offer.progress.address },
  );
  const running = useRef<AbortController | null>(null);
  // A wrong passphrase is entered again without another upload.
  const uploaded = useRef<File | null>(null);

  const showError = (error: unknown) =>
    setState(
      isApiError(error, "RESTORE_CLOSED")
        ? { stage: "closed" }
        : { stage: "choosing", problem: describeError(error) },
    );
  const attempt = async (
    work: (following: { token: string; signal: AbortSignal }) => Promise<void>,
  ) => {
    const controller = new AbortController();
    running.current = controller;
    const following = { token, signal: controller.signal };
    try {
      await work(following);
      const end = await followRestore(following, ({ phase, doneBytes, totalBytes, address }) => {
        if (phase === "restarting") setState({ stage: "restarting", address });
        else if (phase === "running") setState({ stage: "checking", doneBytes, totalBytes });
      });
      if (typeof end === "string") setState({ stage: end });
      else {
        const { problem } = end;
        setState({
          stage: "choosing",
          problem: problem && {
            code: problem.code,
            message: serverSentence(problem.code, problem.message),
          },
        });
      }
    } catch (error) {
      if (!isCancelled(error)) showError(error);
    }
  };

  const start = ({ backup, passphrase }: RestoreSource) =>
    attempt(async (following) => {
      if (backup instanceof File && uploaded.current !== backup) {
        uploaded.current = null;
        const upload = { ...following, chunkBytes: offer.maxChunkBytes };
        await uploadBackup(backup, upload, (doneBytes, totalBytes) =>
          setState({ stage: "uploading", doneBytes, totalBytes }),
        );
        uploaded.current = backup;
      }
      const name = typeof backup === "string" ? backup : null;
      setState({ stage: "checking", doneBytes: 0, totalBytes: 0 });
      await startRestore({ name, passphrase: passphrase || null }, following);
    });

  const cancel = async () => {
    running.current?.abort();
    uploaded.current = null;
    try {
      await cancelRestore(token);
      setState(CHOOSING);
    } catch (error) {
      // It was too late: the server is starting again.
      if (isApiError(error, "RESTORE_RUNNING")) await attempt(() => Promise.resolve());
      else showError(error);
    }
  };

  const resume = useEffectEvent(() => void attempt(() => Promise.resolve()));
  const isUnderWay = offer.progress.phase !== "waiting";
  useEffect(() => {
    // One that was begun before this page was loaded.
    const timer = isUnderWay ? setTimeout(() => resume()) : undefined;
    return () => {
      clearTimeout(timer);
      running.current?.abort();
    };
  }, [isUnderWay]);

  return {
    state,
    start: (source: RestoreSource) => void start(source),
    cancel: () => void cancel(),
  };
}
