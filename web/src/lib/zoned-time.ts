/** What a clock and a calendar on the wall of some place show, to the minute. `month` is 1 to 12. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

// Making one of these takes far longer than asking it.
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

/** Whether this browser knows the timezone: what is stored may be newer than it. */
export function isKnownTimezone(timezone: string): boolean {
  try {
    getClock(timezone);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of `timezone` show at `instant`. Throws RangeError for an unknown timezone. */
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

/** How far the clocks of `timezone` are ahead of UTC at `instant`, in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  return asIfUtc(wallTimeAt(new Date(instant), timezone)) - instant;
}

/**
 * The instants at which the clocks of `timezone` show `wall`, the earlier first: one on nearly every
 * day, none where the clocks were put forward over it, two where they were put back.
 */
export function findInstants(wall: WallTime, timezone: string): Date[] {
  const target = asIfUtc(wall);
  // No place is further than 14 hours from UTC: a day away from `target` on both sides lie the
  // offsets before and after any change of the clocks that could matter.
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

/** The first time from `wall` on, in steps of five minutes, that the clocks of `timezone` show. */
export function nextValidTime(wall: WallTime, timezone: string): WallTime {
  let at = asIfUtc(wall);
  // The longest gap of the database is a whole day (Samoa in 2011, at the date line).
  const limit = at + 2 * DAY_MS;
  while (at < limit && findInstants(fromUtc(at), timezone).length === 0) at += 5 * MINUTE_MS;
  return fromUtc(at);
}

export function isSameWallTime(one: WallTime, other: WallTime): boolean {
  return asIfUtc(one) === asIfUtc(other);
}
