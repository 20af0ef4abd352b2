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

export function isAllowedDuration(minutes: number): boolean {
  return minutes >= MIN_DURATION_MINUTES && minutes <= MAX_DURATION_MINUTES;
}

/** Which word the failure of a schedule change names. */
export function changedPart(before: Date | null, after: Date): "date" | "time" {
  return before !== null && before.toDateString() === after.toDateString() ? "time" : "date";
}
