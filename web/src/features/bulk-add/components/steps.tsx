/** Step indicator of the import. */
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

const STAGES = ["upload", "preview", "done"] as const;
export type Stage = (typeof STAGES)[number];

export function Steps({ stage }: { stage: Stage }) {
  const { t } = useTranslation("bulk");
  const current = STAGES.indexOf(stage);
  return (
    <ol aria-label={t("steps.label")} className="flex items-center gap-2 text-sm">
      {STAGES.map((one, index) => {
        const isDone = index < current || stage === "done";
        const isCurrent = index === current;
        return (
          <li
            key={one}
            aria-current={isCurrent ? "step" : undefined}
            className="flex min-w-0 items-center gap-2"
          >
            {index > 0 && (
              <span className="h-px w-4 shrink-0 bg-line-strong/50 sm:w-10" aria-hidden />
            )}
            <span
              className={cn(
                "flex size-5.5 shrink-0 items-center justify-center rounded-full text-xs font-medium tabular-nums",
                isDone || isCurrent ? "bg-accent text-on-accent" : "bg-hover text-muted",
              )}
              aria-hidden
            >
              {isDone ? <Check size={13} strokeWidth={3} /> : index + 1}
            </span>
            <span
              className={cn(
                "truncate",
                isCurrent ? "font-medium text-ink" : "text-muted max-sm:sr-only",
              )}
            >
              {t(`steps.${one}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
