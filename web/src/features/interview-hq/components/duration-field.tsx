/** Duration field with presets. */
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { Input } from "@/components/ui/input";
import { cn } from "@/lib/cn";

import { DURATION_PRESETS, MAX_DURATION_MINUTES, MIN_DURATION_MINUTES } from "../lib/schedule";

interface DurationFieldProps {
  /** The text as typed. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

export function DurationField({ value, onChange, error }: DurationFieldProps) {
  const { t } = useTranslation("hq");
  const id = useId();
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-1.5">
      <p id={`${id}-label`} className="text-sm font-medium">
        {t("schedule.duration")}
      </p>
      <div className="grid grid-cols-3 items-center gap-1.5 sm:flex">
        {DURATION_PRESETS.map((preset) => {
          const isChosen = value.trim() === String(preset);
          return (
            <button
              key={preset}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(String(preset))}
              className={cn(
                "h-9 rounded-md border px-2.5 text-sm tabular-nums transition-colors duration-100 max-sm:h-11",
                isChosen
                  ? "border-accent bg-accent-soft font-medium text-accent-ink"
                  : "border-line hover:bg-hover",
              )}
            >
              {t("details.minutes", { minutes: preset })}
            </button>
          );
        })}
        <span className="flex items-center gap-2">
          <Input
            type="number"
            inputMode="numeric"
            aria-label={t("schedule.durationMinutes")}
            aria-describedby={error ? `${id}-error` : undefined}
            aria-invalid={error ? true : undefined}
            min={MIN_DURATION_MINUTES}
            max={MAX_DURATION_MINUTES}
            step={1}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="w-20 tabular-nums max-sm:w-full"
          />
          <span aria-hidden className="text-sm text-muted">
            {t("schedule.minutesUnit")}
          </span>
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}
