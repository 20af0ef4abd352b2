/** Dates, times, numbers and names formatted in the user's language. */
import { currentLanguage, type Language } from "./i18n";

// Plain 'en' formats dates in British order; the specification shows the American one.
const localeTag = () => (currentLanguage() === "en" ? "en-US" : currentLanguage());

/** Formatter in the current language. lib/zoned-format.ts uses it for other timezones. */
export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeTag(), options);

/** Newer ICU versions put a narrow no-break space before AM/PM; replaced by a plain space. */
export const plainSpaces = (text: string) => text.replace(/\u202f/gu, " ");

const FIRST_REAL_YEAR = 2020;

function parse(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const date = new Date(iso);
  if (Number.isNaN(date.getTime()) || date.getFullYear() < FIRST_REAL_YEAR) return null;
  return date;
}

/** False for a missing date and for dates before 2020, which are placeholders. */
export function isRealDate(iso: string | null | undefined): iso is string {
  return parse(iso) !== null;
}

/** 'Month day, h:mm AM/PM', in local time unless a timezone is given; blank if missing or before 2020. */
export function formatScheduled(iso: string | null | undefined, timeZone?: string): string {
  const date = parse(iso);
  if (!date) return "";
  const day = dateFormat({ month: "long", day: "numeric", timeZone }).format(date);
  return `${day}, ${formatTime(iso, timeZone)}`;
}

/** 'h:mm AM/PM', in local time unless a timezone is given; blank as above. */
export function formatTime(iso: string | null | undefined, timeZone?: string): string {
  const date = parse(iso);
  if (!date) return "";
  return plainSpaces(dateFormat({ hour: "numeric", minute: "2-digit", timeZone }).format(date));
}

/** A calendar day 'YYYY-MM-DD', independent of timezones. */
const calendarDay = (day: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat({ ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** 'Nov 24, 2026' from 'YYYY-MM-DD'. */
export function formatDay(day: string): string {
  return calendarDay(day, { year: "numeric", month: "short", day: "numeric" });
}

/** 'Tuesday, November 24' from 'YYYY-MM-DD'. */
export function formatCalendarDay(day: string): string {
  return calendarDay(day, { weekday: "long", month: "long", day: "numeric" });
}

/** 'Tue' or 'Tuesday' from 'YYYY-MM-DD'. */
export function formatWeekday(day: string, length: "short" | "long"): string {
  return calendarDay(day, { weekday: length });
}

/** 'November 2026' from 'YYYY-MM'. */
export function formatCalendarMonth(month: string): string {
  return calendarDay(`${month}-01`, { month: "long", year: "numeric" });
}

/** 'Nov 21, 2026'; blank if missing or before 2020. */
export function formatDate(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? dateFormat({ year: "numeric", month: "short", day: "numeric" }).format(date) : "";
}

/** Seconds as 'm:ss', or 'h:mm:ss' from one hour on. */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

const BYTE_UNITS: Record<Language, readonly string[]> = {
  en: ["B", "KB", "MB", "GB"],
  de: ["B", "kB", "MB", "GB"],
  fr: ["o", "ko", "Mo", "Go"],
};

export function formatBytes(bytes: number): string {
  const units = BYTE_UNITS[currentLanguage()];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 10 ? 0 : 1;
  const number = new Intl.NumberFormat(localeTag(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  return `${number.format(value)} ${units[unit] ?? ""}`;
}

/** 'on_hold' and 'on-hold' → 'On Hold'. */
export function titleCase(value: string): string {
  return value
    .split(/[_\s-]+/u)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(" ");
}

/** Initials: at most two letters, from the first and last word of a name or from an email address. */
export function initials(nameOrEmail: string): string {
  const words = nameOrEmail
    .trim()
    .split(/[\s@._-]+/u)
    // "Jona Example (demo)": a remark in brackets is no name.
    .filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = words[0]?.charAt(0) ?? "?";
  const last = words.length > 1 && !nameOrEmail.includes("@") ? words.at(-1)?.charAt(0) : "";
  return (first + (last ?? "")).toUpperCase();
}

/** 'Nov 21, 2026, 2:30 PM' in local time; blank if missing or before 2020. */
export function formatDateTime(iso: string | null | undefined): string {
  const date = parse(iso);
  if (!date) return "";
  // Not `dateStyle`: in German, its 'medium' is '21.11.2026', unlike formatDate.
  const format = dateFormat({
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  return plainSpaces(format.format(date));
}

/** 'Fri, Nov 27, 2026, 2:30 PM' in local time; blank if missing or before 2020. */
export function formatAppointment(iso: string | null | undefined): string {
  const date = parse(iso);
  if (!date) return "";
  const format = dateFormat({
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  return plainSpaces(format.format(date));
}

/** '12,345'; with `digits`, that many decimal places: '8.1' */
export function formatNumber(value: number, digits?: number): string {
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(localeTag(), digits === undefined ? {} : fixed).format(value);
}

/** '80%' for 80. */
export function formatPercent(percent: number): string {
  return new Intl.NumberFormat(localeTag(), { style: "percent" }).format(percent / 100);
}

/** '$1,234.50' from an amount in dollars. */
export function formatDollars(dollars: number): string {
  return new Intl.NumberFormat(localeTag(), { style: "currency", currency: "USD" }).format(dollars);
}

/** 'May 1, 2025' with the full month name, in local time; blank if missing or before 2020. */
export function formatLongDate(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? new Intl.DateTimeFormat(localeTag(), { dateStyle: "long" }).format(date) : "";
}

/** 'Jun 2019' from 'YYYY-MM'; any other text, such as a year, is returned unchanged. */
export function formatMonth(value: string): string {
  const match = /^(\d{4})-(\d{2})$/u.exec(value);
  if (!match) return value;
  const date = new Date(Number(match[1]), Number(match[2]) - 1, 1);
  return dateFormat({ year: "numeric", month: "short" }).format(date);
}
