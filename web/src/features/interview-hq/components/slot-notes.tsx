/** Notes on a chosen time: clock changes, clashes, local times. */
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { paths } from "@/config/paths";
import { useDebounced } from "@/hooks/use-debounced";
import { toDay } from "@/lib/month-grid";
import { formatOffset, formatPlace } from "@/lib/timezones";
import { formatAppointmentIn, formatClock, formatDay, formatTimeIn } from "@/lib/zoned-format";
import { isSameWallTime, wallTimeAt, type WallTime } from "@/lib/zoned-time";

import { clashesQuery } from "../api/clashes";
import { type Occurrence, type Slot, type SlotState } from "../lib/schedule";
import { hqTitle } from "../lib/title";

const CLASH_PAUSE_MS = 300;

function Note({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex items-start gap-2.5 rounded-md bg-warning-soft px-3 py-2 text-warning-ink"
    >
      <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}

interface SlotNotesProps {
  slot: Slot;
  state: SlotState;
  onChange: (change: Partial<Slot>) => void;
}

/** Problem of a chosen time, with a way to resolve it. */
export function SlotNotes({ slot, state, onChange }: SlotNotesProps) {
  const { t } = useTranslation("hq");
  const place = formatPlace(slot.timezone);
  const take = (next: WallTime) =>
    onChange({ day: toDay(next), hour: next.hour, minute: next.minute, occurrence: null });
  if (state.kind === "gap") {
    const { next } = state;
    const clock = formatClock(next.hour, next.minute);
    const isOtherDay = toDay(next) !== slot.day;
    return (
      <Note>
        <p>{t("schedule.gap", { time: formatClock(slot.hour, slot.minute), place })}</p>
        <Button size="sm" className="mt-1.5" onClick={() => take(next)}>
          {t("schedule.useNext", {
            time: isOtherDay ? `${formatDay(toDay(next))}, ${clock}` : clock,
          })}
        </Button>
      </Note>
    );
  }
  const isTwice = state.instants.length > 1;
  return (
    <>
      {isTwice && (
        <Note>
          <p className="mb-1.5">
            {t("schedule.repeated", { time: formatClock(slot.hour, slot.minute), place })}
          </p>
          <Segmented<Occurrence | "">
            label={t("schedule.whichOne")}
            value={slot.occurrence ?? ""}
            onChange={(next) => onChange({ occurrence: next === "" ? null : next })}
            options={state.instants.map((instant, index) => {
              const which = index === 0 ? "first" : "second";
              return {
                value: which,
                label: t(`schedule.occurrence.${which}`, {
                  offset: formatOffset(slot.timezone, instant),
                }),
              };
            })}
          />
        </Note>
      )}
      {state.kind === "past" && <Note>{t("schedule.past")}</Note>}
    </>
  );
}

interface ClashNoteProps {
  start: Date;
  minutes: number;
  interviewId: string;
  timezone: string;
}

/** The user's other interviews at that time: a warning that does not block saving. */
export function ClashNote({ start, minutes, interviewId, timezone }: ClashNoteProps) {
  const { t } = useTranslation(["hq", "common"]);
  const current = `${start.toISOString()} ${minutes}`;
  const settled = useDebounced(current, CLASH_PAUSE_MS);
  const [settledStart = "", settledMinutes = ""] = settled.split(" ");
  const { data } = useQuery(
    clashesQuery({
      start: settledStart,
      minutes: Number(settledMinutes),
      exceptId: interviewId,
    }),
  );
  if (settled !== current || !data || data.length === 0) return null;
  return (
    <Note>
      <p>{t("schedule.clash", { count: data.length })}</p>
      <ul className="mt-0.5">
        {data.map((clash) => (
          <li key={clash._id}>
            <Link
              to={paths.interviewHq.to(clash._id)}
              target="_blank"
              rel="noreferrer"
              className="rounded-sm font-medium underline underline-offset-2"
            >
              {hqTitle(t, clash.candidateName)}
            </Link>{" "}
            <span className="whitespace-nowrap tabular-nums">
              {t("schedule.clashTime", {
                start: formatTimeIn(new Date(clash.scheduledDate), timezone),
                minutes: clash.scheduledDuration,
              })}
            </span>
          </li>
        ))}
      </ul>
    </Note>
  );
}

interface LocalTimeProps {
  instant: Date;
  timezone: string;
  /** Label of the other person. */
  from: string;
  words: "forCandidate" | "forYou";
}

/** The same instant in another timezone; hidden if the local time is the same. */
export function LocalTime({ instant, timezone, from, words }: LocalTimeProps) {
  const { t } = useTranslation("hq");
  const [wall, wallThere] = [wallTimeAt(instant, from), wallTimeAt(instant, timezone)];
  if (isSameWallTime(wall, wallThere)) return null;
  // The day is shown only if it differs.
  const format = toDay(wall) === toDay(wallThere) ? formatTimeIn : formatAppointmentIn;
  return (
    <span className="block text-sm text-muted tabular-nums">
      {t(`localTime.${words}`, { time: format(instant, timezone), place: formatPlace(timezone) })}
    </span>
  );
}
