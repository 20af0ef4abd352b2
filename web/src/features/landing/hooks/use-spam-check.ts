/** Spam check of the demo form: proof of work or reCAPTCHA. */
import { useCallback, useEffect, useRef, useState } from "react";

import { isCancelled } from "@/api/errors";
import type { Site } from "@/api/site";

import { runProofOfWork } from "../lib/altcha-check";
import { executeRecaptcha, loadRecaptcha } from "../lib/recaptcha-check";
import { CheckFailed, toCheckProblem, refusal, type CheckState } from "../lib/spam-check";

/** The server accepts a solution for ten minutes; an open form gets a new one before that. */
const FRESH_FOR_MS = 9 * 60_000;

export interface SpamCheck {
  state: CheckState;
  /** The solution for the server. Rejects with CheckFailed. */
  take: () => Promise<string>;
  /** A solution is valid once: a failed request needs another. */
  restart: () => void;
}

/** Starts the configured check as soon as the form is shown. */
export function useSpamCheck({ kind, siteKey }: Site["captcha"]): SpamCheck {
  const [round, setRound] = useState(0);
  const [known, setKnown] = useState<{ round: number; state: CheckState } | null>(null);
  const payload = useRef<string | null>(null);
  const state: CheckState = known?.round === round ? known.state : { status: "loading" };
  const restart = useCallback(() => setRound((last) => last + 1), []);
  const googleKey = kind === "recaptcha" ? siteKey : null;

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let staleTimer: number | undefined;
    const become = (next: CheckState) => {
      if (!signal.aborted) setKnown({ round, state: next });
    };
    const check = async () => {
      if (googleKey !== null) {
        await loadRecaptcha(googleKey);
      } else {
        payload.current = await runProofOfWork(signal, () => become({ status: "verifying" }));
        if (!signal.aborted) staleTimer = window.setTimeout(restart, FRESH_FOR_MS);
      }
      become({ status: "verified" });
    };
    check().catch((error: unknown) => {
      if (!isCancelled(error)) become({ status: "failed", problem: toCheckProblem(error) });
    });
    return () => {
      controller.abort();
      window.clearTimeout(staleTimer);
      payload.current = null;
    };
  }, [googleKey, restart, round]);

  const take = async () => {
    const problem = refusal(state);
    if (problem !== null) throw new CheckFailed(problem);
    if (googleKey !== null) return executeRecaptcha(googleKey);
    if (payload.current === null) throw new CheckFailed("notReady");
    return payload.current;
  };
  return { state, take, restart };
}
