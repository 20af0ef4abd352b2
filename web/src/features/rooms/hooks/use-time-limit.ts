/** Time limit of the running interview. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { billingRulesQuery } from "@/api/current-user";

import { FALLBACK_RULES, checkTimeLimit, type TimeLimit } from "../lib/time-limit";

/**
 * The countdown of the maximum time. Calls `onOver` once when it has run out; the server ends the
 * interview automatically too, so that a closed browser changes nothing.
 */
export function useTimeLimit(
  elapsedSeconds: number | null,
  isRunning: boolean,
  onOver: () => void,
): TimeLimit {
  const rules = useQuery(billingRulesQuery);
  const known = rules.data ?? (rules.isError ? FALLBACK_RULES : null);
  const limit =
    known !== null && isRunning
      ? checkTimeLimit(elapsedSeconds, known)
      : { notice: null, isOver: false };

  const hasFired = useRef(false);
  useEffect(() => {
    if (!limit.isOver || hasFired.current) return;
    hasFired.current = true;
    onOver();
  }, [limit.isOver, onOver]);
  return limit;
}
