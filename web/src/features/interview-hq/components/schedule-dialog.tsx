import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Interview } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

import { useUpdateInterview } from "../api/interview";
import {
  browserTimezone,
  changedPart,
  DEFAULT_DURATION_MINUTES,
  defaultStart,
  fromLocalInput,
  isAllowedDuration,
  MAX_DURATION_MINUTES,
  MIN_DURATION_MINUTES,
  toLocalInput,
} from "../lib/schedule";

interface ScheduleDialogProps {
  interview: Interview;
  onClose: () => void;
}

/** 'Schedule interview': when and how long, in the browser's timezone. */
export function ScheduleDialog({ interview, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation(["hq", "common"]);
  const update = useUpdateInterview(interview._id);
  const stored = interview.scheduledDate === null ? null : new Date(interview.scheduledDate);
  const [start, setStart] = useState(() => toLocalInput(stored ?? defaultStart(new Date())));
  const [duration, setDuration] = useState(
    String(interview.scheduledDuration ?? DEFAULT_DURATION_MINUTES),
  );
  const [error, setError] = useState<string | null>(null);
  const timezone = browserTimezone();
  const instant = fromLocalInput(start);
  const minutes = duration.trim() === "" ? Number.NaN : Number(duration);
  const problem = isAllowedDuration(minutes)
    ? undefined
    : t("schedule.durationProblem", { min: MIN_DURATION_MINUTES, max: MAX_DURATION_MINUTES });

  const save = async () => {
    if (!instant) return;
    setError(null);
    if (instant.getTime() !== stored?.getTime()) {
      const scheduledDate = instant.toISOString();
      try {
        await update.mutateAsync({ scheduledDate, scheduledTimezone: timezone });
      } catch {
        setError(t(`schedule.failed.${changedPart(stored, instant)}`));
        return;
      }
    }
    if (minutes !== interview.scheduledDuration) {
      try {
        await update.mutateAsync({ scheduledDuration: minutes });
      } catch {
        setError(t("schedule.failed.duration"));
        return;
      }
    }
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("schedule.title")}
      width="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button
            variant="primary"
            busy={update.isPending}
            disabled={!instant || problem !== undefined}
            onClick={() => void save()}
          >
            {t("schedule.set")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t("schedule.start")} hint={t("schedule.timezone", { timezone })}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              step={300}
              value={start}
              onChange={(event) => setStart(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("schedule.duration")} error={problem}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={MIN_DURATION_MINUTES}
              max={MAX_DURATION_MINUTES}
              step={5}
              value={duration}
              onChange={(event) => setDuration(event.target.value)}
            />
          )}
        </Field>
        {error && (
          <p role="alert" className="text-danger-ink">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}
