/** Total time of the questions against the scheduled time. */
import { Clock } from "lucide-react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

interface TimeBudgetProps {
  minutes: number;
  /** Scheduled duration of the interview; null if not scheduled. */
  scheduledMinutes: number | null;
}

export function TimeBudget({ minutes, scheduledMinutes }: TimeBudgetProps) {
  const { t } = useTranslation("questions");
  if (scheduledMinutes === null) {
    return (
      <p className="flex items-center gap-1.5 text-sm text-muted tabular-nums">
        <Clock size={14} aria-hidden /> {t("time.alone", { count: minutes })}
      </p>
    );
  }
  const over = minutes - scheduledMinutes;
  return (
    <div className="flex items-center gap-2.5 text-sm">
      {/* The text next to it says the same. */}
      <div aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-line">
        <div
          data-over={over > 0 || undefined}
          className={cn(
            "h-full rounded-full transition-[width] duration-200",
            over > 0 ? "bg-warning" : "bg-accent",
          )}
          style={{ width: `${Math.min(100, (minutes / scheduledMinutes) * 100)}%` }}
        />
      </div>
      <p className={cn("tabular-nums", over > 0 ? "text-warning-ink" : "text-muted")}>
        {t("time.of", { minutes, count: scheduledMinutes })}
        {over > 0 && <span> · {t("time.over", { count: over })}</span>}
      </p>
    </div>
  );
}
