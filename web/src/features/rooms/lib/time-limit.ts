import type { BillingRules } from "@/api/types";

/** What the browser goes by when the server's rules cannot be read (ruling 14). */
export const FALLBACK_RULES: BillingRules = { maxInterviewTimeMinutes: 11, countdownMinutes: 10 };

export interface TimeLimit {
  /** The banner's text, from the countdown minute on; null before it. */
  notice: string | null;
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

function noticeOf({ maxInterviewTimeMinutes: max }: BillingRules, secondsLeft: number): string {
  const minutes = Math.floor(secondsLeft / 60);
  const seconds = String(Math.floor(secondsLeft % 60)).padStart(2, "0");
  const unit = max === 1 ? "minute" : "minutes";
  return `Maximum interview time is ${max} ${unit}. The interview will end in ${minutes}m ${seconds}s`;
}
