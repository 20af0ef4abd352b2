/** Status filter: one or several; none selected shows all. */
import { useTranslation } from "react-i18next";

import type { InterviewStatus } from "@/api/types";
import { cn } from "@/lib/cn";

import { STATUSES } from "../hooks/use-interviews-view";
import { statusDot } from "../lib/status-colors";

interface StatusFilterProps {
  value: readonly InterviewStatus[];
  onChange: (value: InterviewStatus[]) => void;
}

export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const { t } = useTranslation(["interviews", "common"]);
  return (
    <div role="group" aria-label={t("filter.status")} className="flex flex-wrap gap-1.5">
      {STATUSES.map((status) => {
        const isOn = value.includes(status);
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isOn}
            onClick={() =>
              onChange(
                STATUSES.filter((other) => (other === status ? !isOn : value.includes(other))),
              )
            }
            className={cn(
              "touch-target inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm whitespace-nowrap",
              isOn
                ? "border-accent bg-accent-soft font-medium text-accent-ink"
                : "border-line bg-surface text-muted hover:bg-hover hover:text-ink",
            )}
          >
            <span aria-hidden className={cn("size-1.5 rounded-full", statusDot(status))} />
            {t(`common:statuses.interview.${status}`)}
          </button>
        );
      })}
    </div>
  );
}
