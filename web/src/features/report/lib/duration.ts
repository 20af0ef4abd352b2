/** Durations of interviews in words. */
import type { TFunction } from "i18next";
/** 'Xh Ym' from one hour, otherwise 'Ym'. */
export function formatDuration(t: TFunction<"report">, minutes: number): string {
  const whole = Math.max(0, Math.round(minutes));
  const hours = Math.floor(whole / 60);
  return hours > 0
    ? t("duration.hours", { hours, minutes: whole % 60 })
    : t("duration.minutes", { minutes: whole });
}

/** Billed minutes if known, otherwise the length of the transcript; null if neither is known. */
export function interviewMinutes(
  billedMinutes: number | null,
  segments: readonly { startSeconds: number; endSeconds: number }[],
): number | null {
  if (billedMinutes !== null) return billedMinutes;
  if (segments.length === 0) return null;
  const start = Math.min(...segments.map((segment) => segment.startSeconds));
  const end = Math.max(...segments.map((segment) => segment.endSeconds));
  return (end - start) / 60;
}
