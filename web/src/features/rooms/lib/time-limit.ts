import type { BillingRules } from "@/api/types";

/** What the browser goes by when the server's rules cannot be read (ruling 14). */
export const FALLBACK_RULES: BillingRules = { maxInterviewTimeMinutes: 11, countdownMinutes: 10 };

export interface TimeNotice {
  maxMinutes: number;
  /** Whole seconds. */
  secondsLeft: number;
}

export interface TimeLimit {
  /** What the banner says, from the countdown minute on; null before it. */
  notice: TimeNotice | null;
  isOver: boolean;
}

/** How an interview stands against its maximum time; `elapsedSeconds` is null before it started. */
export function timeLimitOf(elapsedSeconds: number | null, rules: BillingRules): TimeLimit {
  if (elapsedSeconds === null) return { notice: null, isOver: false };
  const left = rules.maxInterviewTimeMinutes * 60 - elapsedSeconds;
  if (left <= 0) return { notice: noticeOf(rules, 0), isOver: true };
  const isNear = elapsedSeconds >= rules.countdownMinutes * 60;
  return { notice: isNear ? noticeOf(rules, left) : null, isOver: false };
}

function noticeOf(rules: BillingRules, secondsLeft: number): TimeNotice {
  return { maxMinutes: rules.maxInterviewTimeMinutes, secondsLeft: Math.floor(secondsLeft) };
}
