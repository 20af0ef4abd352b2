/** Common times and hour and minute selects. */
import { useTranslation } from "react-i18next";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { cn } from "@/lib/cn";
import { formatClock, formatHour } from "@/lib/zoned-format";

import { MINUTE_STEP, QUICK_TIMES } from "../lib/schedule";

interface TimeFieldsProps {
  hour: number;
  minute: number;
  onChange: (time: { hour: number; minute: number }) => void;
  /** Whether a time on the chosen day has passed. */
  isPast: (hour: number, minute: number) => boolean;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MINUTES = Array.from({ length: 60 / MINUTE_STEP }, (_, index) => index * MINUTE_STEP);

export function TimeFields({ hour, minute, onChange, isPast }: TimeFieldsProps) {
  const { t } = useTranslation("hq");
  // A time set elsewhere may not be a multiple of the step.
  const minutes = [...new Set([...MINUTES, minute])].sort((one, other) => one - other);
  return (
    <div className="flex flex-col gap-4">
      <div role="group" aria-label={t("schedule.quickTimes")}>
        <p className="mb-1.5 text-sm font-medium" aria-hidden>
          {t("schedule.quickTimes")}
        </p>
        <div className="grid grid-cols-3 gap-1.5">
          {QUICK_TIMES.map((time) => {
            const isChosen = time.hour === hour && time.minute === minute;
            return (
              <button
                key={`${time.hour}:${time.minute}`}
                type="button"
                aria-pressed={isChosen}
                disabled={isPast(time.hour, time.minute)}
                onClick={() => onChange(time)}
                className={cn(
                  "h-8 rounded-md border text-sm tabular-nums transition-colors duration-100 disabled:opacity-45 max-sm:h-11",
                  isChosen
                    ? "border-accent bg-accent-soft font-medium text-accent-ink"
                    : "border-line not-disabled:hover:bg-hover",
                )}
              >
                {formatClock(time.hour, time.minute)}
              </button>
            );
          })}
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t("schedule.hour")}>
          {(control) => (
            <Select
              {...control}
              value={String(hour)}
              onChange={(value) => onChange({ hour: Number(value), minute })}
              options={HOURS.map((value) => ({ value: String(value), label: formatHour(value) }))}
            />
          )}
        </Field>
        <Field label={t("schedule.minute")}>
          {(control) => (
            <Select
              {...control}
              value={String(minute)}
              onChange={(value) => onChange({ hour, minute: Number(value) })}
              options={minutes.map((value) => ({
                value: String(value),
                label: String(value).padStart(2, "0"),
              }))}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
