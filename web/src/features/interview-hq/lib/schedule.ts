export const MIN_DURATION_MINUTES = 5;
export const MAX_DURATION_MINUTES = 120;
export const DEFAULT_DURATION_MINUTES = 30;

const two = (value: number) => String(value).padStart(2, "0");

/** The value of a date-and-time input for an instant, in the browser's timezone. */
export function toLocalInput(instant: Date): string {
  const day = `${String(instant.getFullYear()).padStart(4, "0")}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
  return `${day}T${two(instant.getHours())}:${two(instant.getMinutes())}`;
}

/** The instant that a date-and-time input names in the browser's timezone, or null. */
export function fromLocalInput(value: string): Date | null {
  const instant = new Date(value);
  return value === "" || Number.isNaN(instant.getTime()) ? null : instant;
}

/** Tomorrow at 09:00. */
export function defaultStart(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9, 0, 0, 0);
}

export function browserTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

export function durationProblem(value: number): string | null {
  const isInRange = value >= MIN_DURATION_MINUTES && value <= MAX_DURATION_MINUTES;
  return Number.isFinite(value) && isInRange
    ? null
    : `Duration must be between ${MIN_DURATION_MINUTES} and ${MAX_DURATION_MINUTES} minutes.`;
}

/** Which word the failure of a schedule change names. */
export function changedPart(before: Date | null, after: Date): "date" | "time" {
  return before !== null && before.toDateString() === after.toDateString() ? "time" : "date";
}

export function scheduleFailure(part: "date" | "time" | "duration"): string {
  return `Failed to update scheduled ${part}. Please try again.`;
}

/** 'Friday, 27 November 2026 at 09:00' in the reader's language; null for no date and for dates before 2020. */
export function formatSchedule(iso: string | null): string | null {
  if (iso === null) return null;
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime()) || instant.getFullYear() < 2020) return null;
  return new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(instant);
}
