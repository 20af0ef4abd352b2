/** Preparation checklist with three steps; can be dismissed once complete. */
import { Check, CircleCheck, X } from "lucide-react";
import { useTranslation } from "react-i18next";

import { IconButton } from "@/components/ui/icon-button";
import { cn } from "@/lib/cn";

import type { Checklist, ChecklistStep } from "../lib/checklist";

interface ChecklistBannerProps {
  checklist: Checklist;
  onStep: (step: ChecklistStep) => void;
  onDismiss: () => void;
}

export function ChecklistBanner({ checklist, onStep, onDismiss }: ChecklistBannerProps) {
  const { t } = useTranslation(["hq", "common"]);
  if (checklist.isComplete) {
    return (
      <div
        role="status"
        className="flex items-center gap-2.5 rounded-lg bg-success-soft py-1.5 pr-1.5 pl-4 text-success-ink print:hidden"
      >
        <CircleCheck size={17} className="shrink-0" aria-hidden />
        <p className="grow font-medium">{t("checklist.complete")}</p>
        <IconButton
          size="sm"
          icon={X}
          label={t("common:dismiss")}
          tooltip={false}
          onClick={onDismiss}
        />
      </div>
    );
  }
  return (
    <section
      aria-label={t("checklist.label")}
      className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 print:hidden"
    >
      <p className="font-medium">
        {t("checklist.title")}{" "}
        <span className="ml-1 text-muted tabular-nums">
          {t("checklist.count", { done: checklist.done, total: checklist.steps.length })}
        </span>
      </p>
      <ol className="flex flex-wrap gap-x-5 gap-y-2">
        {checklist.steps.map(({ step, isDone }) => (
          <li key={step}>
            <button
              type="button"
              onClick={() => onStep(step)}
              className="group touch-target flex items-center gap-2 rounded-sm"
            >
              <span
                aria-hidden
                className={cn(
                  "flex size-4.5 items-center justify-center rounded-full border",
                  isDone ? "border-accent bg-accent text-on-accent" : "border-line-strong",
                )}
              >
                {isDone && <Check size={12} strokeWidth={3} />}
              </span>
              <span className={cn("group-hover:underline", isDone ? "text-muted" : "text-ink")}>
                {t(`checklist.steps.${step}`)}
              </span>{" "}
              <span className="sr-only">{t(isDone ? "checklist.done" : "checklist.toDo")}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
