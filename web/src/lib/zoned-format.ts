/** Dates and times formatted for a given timezone. */
import { dateFormat, plainSpaces } from "./format";
import { currentLanguage, type Language } from "./i18n";
import { utcDate, type Day } from "./month-grid";
import { isKnownTimezone } from "./zoned-time";

/** Used if the browser does not report it. */
const WEEK_STARTS: Record<Language, number> = { en: 0, de: 1, fr: 1 };

/** Missing in the library types, an attribute in older browsers, and absent in some. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** Null for an invalid language tag: some systems report 'en-US@posix'. */
function weekLocale(tag: string): WeekLocale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/**
 * First day of the week, 0 for Sunday and 1 for Monday, by the user's region: Monday in Britain,
 * Sunday in the United States.
 */
export function weekStart(): number {
  const language = currentLanguage();
  const own = navigator.languages.find((tag) => tag.split("-")[0]?.toLowerCase() === language);
  const locale = own === undefined ? null : weekLocale(own);
  const week = locale?.getWeekInfo?.() ?? locale?.weekInfo;
  // 7 means Sunday here. A language without a region is not enough: 'en' is used worldwide.
  return week && locale?.region !== undefined ? week.firstDay % 7 : WEEK_STARTS[language];
}

/** An unknown timezone is shown as UTC. */
const shownZone = (timezone: string) => (isKnownTimezone(timezone) ? timezone : "UTC");

/** 'Fri, Nov 27, 2026, 2:30 PM' in `timezone`. */
export function formatAppointmentIn(instant: Date, timezone: string): string {
  const format = dateFormat({
    timeZone: shownZone(timezone),
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  return plainSpaces(format.format(instant));
}

/** '2:30 PM' in `timezone`. */
export function formatTimeIn(instant: Date, timezone: string): string {
  const format = dateFormat({
    timeZone: shownZone(timezone),
    hour: "numeric",
    minute: "2-digit",
  });
  return plainSpaces(format.format(instant));
}

/** '9:30 AM' for 9 and 30. */
export function formatClock(hour: number, minute: number): string {
  return formatTimeIn(new Date(Date.UTC(2026, 0, 1, hour, minute)), "UTC");
}

/** '9 AM' for 9. */
export function formatHour(hour: number): string {
  const format = dateFormat({ timeZone: "UTC", hour: "numeric" });
  return plainSpaces(format.format(new Date(Date.UTC(2026, 0, 1, hour))));
}

/** 'November 2026' */
export function formatZonedMonth(day: Day): string {
  return dateFormat({ timeZone: "UTC", month: "long", year: "numeric" }).format(utcDate(day));
}

/** 'Friday, November 27, 2026' */
export function formatDay(day: Day): string {
  return dateFormat({ timeZone: "UTC", dateStyle: "full" }).format(utcDate(day));
}

/** Names of the weekdays in order, 'Mon' and 'Monday'. */
export function weekdayNames(): { short: string; long: string }[] {
  // 4 January 2026 is a Sunday.
  return Array.from({ length: 7 }, (_, index) => {
    const date = new Date(Date.UTC(2026, 0, 4 + weekStart() + index));
    return {
      short: dateFormat({ timeZone: "UTC", weekday: "short" }).format(date),
      long: dateFormat({ timeZone: "UTC", weekday: "long" }).format(date),
    };
  });
}
