/** Calendar day arithmetic and the six-week month grid. */
/** A calendar day as 'YYYY-MM-DD'. Sorts as text. */
export type Day = string;

const DAY_MS = 24 * 60 * 60_000;
const CELLS = 42;

const two = (value: number) => String(value).padStart(2, "0");

/** `month` is 1 to 12. */
export function toDay(date: { year: number; month: number; day: number }): Day {
  return `${String(date.year).padStart(4, "0")}-${two(date.month)}-${two(date.day)}`;
}

/** The parts of a day. `month` is 1 to 12. */
export function toParts(day: Day): { year: number; month: number; day: number } {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return { year, month, day: date };
}

/** Midnight of the day in UTC. Day arithmetic uses UTC, where every day has 24 hours. */
export function utcDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

export function addDays(day: Day, days: number): Day {
  return new Date(utcDate(day).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day in another month, or its last day: 31 January plus one month is 28 February. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, day: date } = toParts(day);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)));
  return moved.toISOString().slice(0, 10);
}

/** Days since the start of the week. `weekStart`: 0 for Sunday, 1 for Monday. */
export function weekdayIndex(day: Day, weekStart: number): number {
  return (utcDate(day).getUTCDay() - weekStart + 7) % 7;
}

export function isSameMonth(one: Day, other: Day): boolean {
  return one.slice(0, 7) === other.slice(0, 7);
}

/** The six weeks around the month of `day`: 42 days, including some of the adjacent months. */
export function monthGrid(day: Day, weekStart: number): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -weekdayIndex(first, weekStart));
  const days = Array.from({ length: CELLS }, (_, index) => addDays(start, index));
  return Array.from({ length: CELLS / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
