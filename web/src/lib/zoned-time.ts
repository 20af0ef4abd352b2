/** Conversion between instants and wall-clock time of a timezone. */
/** Wall-clock date and time, to the minute. `month` is 1 to 12. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

// Cached: creating a formatter takes far longer than using it.
const clocks = new Map<string, Intl.DateTimeFormat>();

function getClock(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  clocks.set(timezone, clock);
  return clock;
}

/** Whether the browser knows the timezone; a stored one may be newer than the browser. */
export function isKnownTimezone(timezone: string): boolean {
  try {
    getClock(timezone);
    return true;
  } catch {
    return false;
  }
}

/** Wall-clock time of `timezone` at `instant`. Throws RangeError for an unknown timezone. */
export function wallTimeAt(instant: Date, timezone: string): WallTime {
  const parts = getClock(timezone).formatToParts(instant);
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    year: read("year"),
    month: read("month"),
    day: read("day"),
    hour: read("hour"),
    minute: read("minute"),
  };
}

const asIfUtc = ({ year, month, day, hour, minute }: WallTime) =>
  Date.UTC(year, month - 1, day, hour, minute);

function fromUtc(milliseconds: number): WallTime {
  const date = new Date(milliseconds);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

/** Offset of `timezone` from UTC at `instant`, in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  return asIfUtc(wallTimeAt(new Date(instant), timezone)) - instant;
}

/**
 * Instants at which `timezone` shows `wall`, earliest first: usually one, none if the clocks skip
 * it in spring, two if they repeat it in autumn.
 */
export function findInstants(wall: WallTime, timezone: string): Date[] {
  const target = asIfUtc(wall);
  // No offset exceeds 14 hours, so the offsets one day before and after `target` include those
  // on both sides of any clock change that matters.
  const offsets = new Set([
    offsetAt(target - DAY_MS, timezone),
    offsetAt(target + DAY_MS, timezone),
  ]);
  return [...offsets]
    .map((offset) => target - offset)
    .filter((instant) => asIfUtc(wallTimeAt(new Date(instant), timezone)) === target)
    .sort((one, other) => one - other)
    .map((instant) => new Date(instant));
}

/** The first existing time from `wall` on in `timezone`, in steps of five minutes. */
export function nextValidTime(wall: WallTime, timezone: string): WallTime {
  let at = asIfUtc(wall);
  // The longest gap in the database is a whole day (Samoa in 2011, at the date line).
  const limit = at + 2 * DAY_MS;
  while (at < limit && findInstants(fromUtc(at), timezone).length === 0) at += 5 * MINUTE_MS;
  return fromUtc(at);
}

export function isSameWallTime(one: WallTime, other: WallTime): boolean {
  return asIfUtc(one) === asIfUtc(other);
}
