import type { TFunction } from "i18next";

import type { JobSchedule } from "../api/types";

const two = (value: number) => String(value).padStart(2, "0");

/** 'Every N min' (under a minute: 'Every N s') or 'Daily @ HH:MM UTC'. */
export function scheduleWords(schedule: JobSchedule, t: TFunction<"admin">): string {
  if ("dailyAtUtc" in schedule) {
    const { hour, minute } = schedule.dailyAtUtc;
    return t("jobs.daily", { time: `${two(hour)}:${two(minute)}` });
  }
  const seconds = Math.round(schedule.everyMs / 1000);
  // 90 seconds are no whole number of minutes: rounding would tell another rhythm.
  return seconds % 60 === 0
    ? t("jobs.everyMinutes", { minutes: seconds / 60 })
    : t("jobs.everySeconds", { seconds });
}

/** Under 60 seconds as seconds, else minutes and seconds (document 000 §9). */
export function durationWords(durationMs: number | null, t: TFunction<"admin">): string {
  if (durationMs === null) return "–";
  const exact = durationMs / 1000;
  const digits = exact < 1 ? 2 : exact < 10 ? 1 : 0;
  const seconds = Number(exact.toFixed(digits));
  if (seconds < 60) return t("jobs.seconds", { seconds });
  return t("jobs.minutesSeconds", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
