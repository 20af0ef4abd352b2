/** Months, weeks and days of the interview calendar. */
/** A calendar day 'YYYY-MM-DD', independent of timezones. */
export type CalendarDay = string;
/** 'YYYY-MM'. */
export type CalendarMonth = string;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Maximum offset from UTC: in any timezone a day starts within this time of midnight UTC. */
const FARTHEST_OFFSET_MS = 15 * HOUR_MS;

const MONTH = /^20[2-9]\d-(?:0[1-9]|1[0-2])$/u;

/** Whether a text is a month from 2020 on, the earliest that interviews can have. */
export function isCalendarMonth(value: string): boolean {
  return MONTH.test(value);
}

const asUtc = (day: CalendarDay) => Date.parse(`${day}T00:00:00Z`);
const asDay = (time: number): CalendarDay => new Date(time).toISOString().slice(0, 10);

/** The calendar day of an instant in a timezone. */
export function dayIn(timezone: string, instant: Date): CalendarDay {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return [parts.get("year"), parts.get("month"), parts.get("day")].join("-");
}

export function toMonth(day: CalendarDay): CalendarMonth {
  return day.slice(0, 7);
}

export function addMonths(month: CalendarMonth, count: number): CalendarMonth {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return toMonth(asDay(date.getTime()));
}

/**
 * The weeks of a month, including days of adjacent months. `firstWeekday`: 0 for Sunday, 1 for
 * Monday.
 */
export function listWeeks(month: CalendarMonth, firstWeekday: number): CalendarDay[][] {
  const first = asUtc(`${month}-01`);
  const before = (new Date(first).getUTCDay() - firstWeekday + 7) % 7;
  const end = asUtc(`${addMonths(month, 1)}-01`);
  const weeks: CalendarDay[][] = [];
  for (let week = first - before * DAY_MS; week < end; week += 7 * DAY_MS) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((day) => asDay(week + day * DAY_MS)));
  }
  return weeks;
}

/** ISO instants that enclose these days in every timezone. */
export function timeAround(
  first: CalendarDay,
  last: CalendarDay,
): { scheduledFrom: string; scheduledBefore: string } {
  return {
    scheduledFrom: new Date(asUtc(first) - FARTHEST_OFFSET_MS).toISOString(),
    scheduledBefore: new Date(asUtc(last) + DAY_MS + FARTHEST_OFFSET_MS).toISOString(),
  };
}

/** Groups entries by their day in a timezone, keeping their order. */
export function byDay<Entry extends { scheduledDate: string | null }>(
  entries: readonly Entry[],
  timezone: string,
): Map<CalendarDay, Entry[]> {
  const days = new Map<CalendarDay, Entry[]>();
  for (const entry of entries) {
    if (entry.scheduledDate === null) continue;
    const day = dayIn(timezone, new Date(entry.scheduledDate));
    const others = days.get(day);
    if (others) others.push(entry);
    else days.set(day, [entry]);
  }
  return days;
}
