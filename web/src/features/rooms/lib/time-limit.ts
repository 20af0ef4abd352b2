/** Time limit of an interview: when to warn, and when it is over. */
import type { BillingRules } from "@/api/types";

/** Used if the server's rules cannot be loaded. */
export const FALLBACK_RULES: BillingRules = { maxInterviewTimeMinutes: 11, countdownMinutes: 10 };

export interface TimeNotice {
  maxMinutes: number;
  /** Whole seconds. */
  secondsLeft: number;
}

export interface TimeLimit {
  /** Content of the countdown banner; null before the countdown starts. */
  notice: TimeNotice | null;
  isOver: boolean;
}

/** Compares the elapsed time (null before the start) with the maximum. */
export function checkTimeLimit(elapsedSeconds: number | null, rules: BillingRules): TimeLimit {
  if (elapsedSeconds === null) return { notice: null, isOver: false };
  const left = rules.maxInterviewTimeMinutes * 60 - elapsedSeconds;
  if (left <= 0) return { notice: buildNotice(rules, 0), isOver: true };
  const isNear = elapsedSeconds >= rules.countdownMinutes * 60;
  return { notice: isNear ? buildNotice(rules, left) : null, isOver: false };
}

function buildNotice(rules: BillingRules, secondsLeft: number): TimeNotice {
  return { maxMinutes: rules.maxInterviewTimeMinutes, secondsLeft: Math.floor(secondsLeft) };
}
