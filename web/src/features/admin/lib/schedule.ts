/** Schedules and durations of jobs as text. */
import type { TFunction } from "i18next";

import type { JobSchedule } from "../api/types";

const two = (value: number) => String(value).padStart(2, "0");

// 2024-01-01 was a Monday, which the server counts as 0.
const nameWeekday = (weekday: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(
    Date.UTC(2024, 0, 1 + weekday),
  );

/** 'Every N min' (under a minute: 'Every N s'), 'Daily @ HH:MM UTC' or 'Sunday @ HH:MM UTC'. */
export function formatSchedule(
  schedule: JobSchedule,
  t: TFunction<"admin">,
  language: string,
): string {
  if ("weeklyAtUtc" in schedule) {
    const { hour, minute, weekday } = schedule.weeklyAtUtc;
    return t("jobs.weekly", {
      day: nameWeekday(weekday, language),
      time: `${two(hour)}:${two(minute)}`,
    });
  }
  if ("dailyAtUtc" in schedule) {
    const { hour, minute } = schedule.dailyAtUtc;
    return t("jobs.daily", { time: `${two(hour)}:${two(minute)}` });
  }
  const seconds = Math.round(schedule.everyMs / 1000);
  // 90 seconds is not a whole number of minutes: rounding would show a wrong interval.
  return seconds % 60 === 0
    ? t("jobs.everyMinutes", { minutes: seconds / 60 })
    : t("jobs.everySeconds", { seconds });
}

/** Seconds if under a minute, otherwise minutes and seconds. */
export function formatDuration(durationMs: number | null, t: TFunction<"admin">): string {
  if (durationMs === null) return "–";
  const exact = durationMs / 1000;
  const digits = exact < 1 ? 2 : exact < 10 ? 1 : 0;
  const seconds = Number(exact.toFixed(digits));
  if (seconds < 60) return t("jobs.seconds", { seconds });
  return t("jobs.minutesSeconds", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
