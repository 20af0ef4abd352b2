/** 'Schedule interview' dialog: date, time, timezone, duration, invitations. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isApiError } from "@/api/errors";
import type { Interview } from "@/api/types";
import { TimezoneSelect } from "@/components/timezone-select";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { isRealDate } from "@/lib/format";
import { toDay, utcDate } from "@/lib/month-grid";
import { formatPlace } from "@/lib/timezones";
import { formatAppointmentIn } from "@/lib/zoned-format";
import { wallTimeAt } from "@/lib/zoned-time";

import { useUpdateInterview } from "../api/interview";
import {
  DEFAULT_DURATION_MINUTES,
  failedPart,
  firstSlot,
  isAllowedDuration,
  MAX_DURATION_MINUTES,
  MIN_DURATION_MINUTES,
  scheduleChange,
  slotState,
  type Slot,
} from "../lib/schedule";
import { DayPicker } from "./day-picker";
import { DurationField } from "./duration-field";
import { InviteChoice } from "./invite-choice";
import { ClashNote, LocalTime, SlotNotes } from "./slot-notes";
import { TimeFields } from "./time-fields";

interface ScheduleDialogProps {
  interview: Interview;
  /** Initial timezone. */
  timezone: string;
  candidateTimezone: string | null;
  onCandidateTimezone: (timezone: string | null) => void;
  /** Someone is invited already and is notified of every change. */
  isInvited: boolean;
  onClose: () => void;
  onSaved: (interview: Interview, outcome: { isInviting: boolean; isChanged: boolean }) => void;
}

export function ScheduleDialog(props: ScheduleDialogProps) {
  const { interview, candidateTimezone, isInvited, onClose } = props;
  const { t } = useTranslation(["hq", "common"]);
  const update = useUpdateInterview(interview._id);
  const { scheduledDate } = interview;
  const stored = isRealDate(scheduledDate) ? new Date(scheduledDate) : null;
  const [now, setNow] = useState(() => new Date());
  const [slot, setSlot] = useState(() => firstSlot(stored, props.timezone, now));
  const [duration, setDuration] = useState(
    String(interview.scheduledDuration ?? DEFAULT_DURATION_MINUTES),
  );
  const [isInviting, setIsInviting] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const change = (part: Partial<Slot>) => {
    setError(null);
    setSlot((old) => ({ ...old, occurrence: null, ...part }));
  };
  const state = slotState(slot, { now, stored });
  const instant = state.kind === "ok" ? state.instant : null;
  const offsetsAt = instant ?? utcDate(slot.day);
  const minutes = duration.trim() === "" ? Number.NaN : Number(duration);
  const isDurationAllowed = isAllowedDuration(minutes);

  const save = async () => {
    // The dialog may have been open for a long time.
    const current = new Date();
    setNow(current);
    if (instant === null || slotState(slot, { now: current, stored }).kind !== "ok") return;
    setError(null);
    const change = scheduleChange(interview, { instant, timezone: slot.timezone, minutes });
    const isChanged = Object.keys(change).length > 0;
    try {
      const saved = isChanged ? (await update.mutateAsync(change)).interview : interview;
      props.onSaved(saved, { isInviting, isChanged });
    } catch (failure) {
      // If the server refuses a past time, its message is shown and the selection stays.
      setError(
        isApiError(failure, "TIME_HAS_PASSED")
          ? failure.message
          : t(`schedule.failed.${failedPart(change, stored, slot)}`),
      );
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("schedule.title")}
      width="lg"
      align="top"
      dismissible={!update.isPending}
      footer={
        <>
          {/* Next to the button, because the rest may be scrolled out of view. */}
          {error && (
            <p role="alert" className="w-full rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
              {error}
            </p>
          )}
          <p className="mr-auto min-w-0 self-center text-sm text-muted max-sm:w-full" role="status">
            {instant && isDurationAllowed && (
              <span className="tabular-nums">
                {t("schedule.summary", {
                  when: formatAppointmentIn(instant, slot.timezone),
                  place: formatPlace(slot.timezone),
                  minutes,
                })}
              </span>
            )}
            {instant && candidateTimezone && (
              <LocalTime
                instant={instant}
                timezone={candidateTimezone}
                from={slot.timezone}
                words="forCandidate"
              />
            )}
          </p>
          <Button variant="ghost" onClick={onClose} disabled={update.isPending}>
            {t("common:cancel")}
          </Button>
          <Button
            variant="primary"
            busy={update.isPending}
            disabled={instant === null || !isDurationAllowed}
            onClick={() => void save()}
          >
            {t("schedule.set")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="grid gap-x-7 gap-y-5 sm:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
          <DayPicker
            value={slot.day}
            onChange={(day) => change({ day })}
            today={toDay(wallTimeAt(now, slot.timezone))}
          />
          <TimeFields
            hour={slot.hour}
            minute={slot.minute}
            onChange={change}
            isPast={(hour, minute) =>
              slotState({ ...slot, hour, minute }, { now, stored }).kind === "past"
            }
          />
        </div>
        <SlotNotes slot={slot} state={state} onChange={change} />
        {instant && isDurationAllowed && (
          <ClashNote
            start={instant}
            minutes={minutes}
            interviewId={interview._id}
            timezone={slot.timezone}
          />
        )}
        <DurationField
          value={duration}
          onChange={setDuration}
          error={
            isDurationAllowed
              ? undefined
              : t("schedule.durationProblem", {
                  min: MIN_DURATION_MINUTES,
                  max: MAX_DURATION_MINUTES,
                })
          }
        />
        <div className="grid gap-x-7 gap-y-4 sm:grid-cols-2">
          <Field label={t("schedule.timezoneLabel")}>
            {(control) => (
              <TimezoneSelect
                {...control}
                required
                value={slot.timezone}
                onChange={(timezone) => timezone !== null && change({ timezone })}
                at={offsetsAt}
              />
            )}
          </Field>
          <Field label={t("schedule.candidateTimezone")} optional>
            {(control) => (
              <TimezoneSelect
                {...control}
                unset={t("schedule.candidateTimezoneUnset")}
                value={candidateTimezone}
                onChange={props.onCandidateTimezone}
                at={offsetsAt}
              />
            )}
          </Field>
        </div>
        <InviteChoice
          email={interview.candidateEmail}
          isInvited={isInvited}
          checked={isInviting}
          onChange={setIsInviting}
        />
      </div>
    </Dialog>
  );
}
