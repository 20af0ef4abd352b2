/** Schedule slots: validation, clock changes, and what to send. */
import type { Interview, Schemas } from "@/api/types";
import { addDays, toDay, toParts, type Day } from "@/lib/month-grid";
import { findInstants, nextValidTime, wallTimeAt, type WallTime } from "@/lib/zoned-time";

/** Limits of the server: a different value does not compile. */
type Limits = Schemas["InterviewDuration"];
export const MIN_DURATION_MINUTES: Limits["minMinutes"] = 5;
export const MAX_DURATION_MINUTES: Limits["maxMinutes"] = 120;
export const DEFAULT_DURATION_MINUTES: Limits["defaultMinutes"] = 30;
export const DURATION_PRESETS = [15, 30, 45, 60, 90] as const;
export const MINUTE_STEP = 5;
const DEFAULT_HOUR = 9;

/** Common times: 9:00 to 11:30 and 13:00 to 17:00 in half hours. */
export const QUICK_TIMES: readonly { hour: number; minute: number }[] = [
  ...Array.from({ length: 6 }, (_, index) => 9 * 60 + index * 30),
  ...Array.from({ length: 9 }, (_, index) => 13 * 60 + index * 30),
].map((minutes) => ({ hour: Math.floor(minutes / 60), minute: minutes % 60 }));

/** Which occurrence of a time is meant when the clocks go back. */
export type Occurrence = "first" | "second";

/** The selection in the schedule dialog. */
export interface Slot {
  day: Day;
  hour: number;
  minute: number;
  timezone: string;
  occurrence: Occurrence | null;
}

export type SlotState =
  | { kind: "ok"; instant: Date; instants: readonly Date[] }
  /** The clocks skip this time in spring. */
  | { kind: "gap"; next: WallTime }
  /** The time occurs twice in autumn, and no occurrence is selected. */
  | { kind: "repeated"; instants: readonly Date[] }
  | { kind: "past"; instants: readonly Date[] };

export function toWallTime(slot: Slot): WallTime {
  return { ...toParts(slot.day), hour: slot.hour, minute: slot.minute };
}

/** The scheduled slot of an interview, or tomorrow at nine. */
export function firstSlot(stored: Date | null, timezone: string, now: Date): Slot {
  if (stored === null) {
    const day = addDays(toDay(wallTimeAt(now, timezone)), 1);
    return { day, hour: DEFAULT_HOUR, minute: 0, timezone, occurrence: null };
  }
  const wall = wallTimeAt(stored, timezone);
  const instants = findInstants(wall, timezone);
  const isSecond = instants.length > 1 && instants[0]?.getTime() !== stored.getTime();
  return {
    day: toDay(wall),
    hour: wall.hour,
    minute: wall.minute,
    timezone,
    occurrence: instants.length > 1 ? (isSecond ? "second" : "first") : null,
  };
}

/** Resolves a slot to an instant or a problem. A past time is allowed only if it is stored. */
export function slotState(
  slot: Slot,
  { now, stored }: { now: Date; stored: Date | null },
): SlotState {
  const wall = toWallTime(slot);
  const instants = findInstants(wall, slot.timezone);
  const [first, second] = instants;
  if (first === undefined) return { kind: "gap", next: nextValidTime(wall, slot.timezone) };
  if (second !== undefined && slot.occurrence === null) return { kind: "repeated", instants };
  const instant = second !== undefined && slot.occurrence === "second" ? second : first;
  if (instant <= now && instant.getTime() !== stored?.getTime()) return { kind: "past", instants };
  return { kind: "ok", instant, instants };
}

export function isAllowedDuration(minutes: number): boolean {
  return (
    Number.isInteger(minutes) && minutes >= MIN_DURATION_MINUTES && minutes <= MAX_DURATION_MINUTES
  );
}

/** Whether an invitation could be sent to this address; same pattern as on the server. */
export function isAddress(email: string | null): boolean {
  return email !== null && /^[^@\s<>]+@[^@\s<>]+\.[^@\s<>.]+$/u.test(email);
}

export type ScheduleChange = Partial<
  Pick<Interview, "status" | "scheduledDate" | "scheduledTimezone" | "scheduledDuration">
>;

/**
 * The fields to change, sent in one call so that invited people are notified once. Giving a draft a
 * date schedules it.
 */
export function scheduleChange(
  interview: Pick<
    Interview,
    "status" | "scheduledDate" | "scheduledTimezone" | "scheduledDuration"
  >,
  chosen: { instant: Date; timezone: string; minutes: number },
): ScheduleChange {
  const stored = interview.scheduledDate === null ? null : new Date(interview.scheduledDate);
  const isMoved =
    stored?.getTime() !== chosen.instant.getTime() ||
    interview.scheduledTimezone !== chosen.timezone;
  return {
    ...(isMoved
      ? { scheduledDate: chosen.instant.toISOString(), scheduledTimezone: chosen.timezone }
      : {}),
    ...(interview.scheduledDuration === chosen.minutes
      ? {}
      : { scheduledDuration: chosen.minutes }),
    ...(interview.status === "draft" ? { status: "scheduled" as const } : {}),
  };
}

/** The part of the schedule that an error message names. */
export function failedPart(
  change: ScheduleChange,
  stored: Date | null,
  slot: Pick<Slot, "day" | "timezone">,
): "date" | "time" | "duration" {
  if (change.scheduledDate === undefined)
    return change.scheduledDuration === undefined ? "date" : "duration";
  const isSameDay = stored !== null && toDay(wallTimeAt(stored, slot.timezone)) === slot.day;
  return isSameDay ? "time" : "date";
}
