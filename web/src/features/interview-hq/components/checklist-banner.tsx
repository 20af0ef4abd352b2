import { Check, CircleCheck, X } from "lucide-react";

import { IconButton } from "@/components/ui/icon-button";
import { cn } from "@/lib/cn";

import type { Checklist, ChecklistStep } from "../lib/checklist";

interface ChecklistBannerProps {
  checklist: Checklist;
  onStep: (step: ChecklistStep) => void;
  onDismiss: () => void;
}

/** The three steps of a preparation; complete, it says so and can be put away. */
export function ChecklistBanner({ checklist, onStep, onDismiss }: ChecklistBannerProps) {
  if (checklist.isComplete) {
    return (
      <div
        role="status"
        className="flex items-center gap-2.5 rounded-lg bg-success-soft py-1.5 pr-1.5 pl-4 text-success-ink print:hidden"
      >
        <CircleCheck size={17} className="shrink-0" aria-hidden />
        <p className="grow font-medium">Interview preparation complete! Ready to start.</p>
        <IconButton size="sm" icon={X} label="Dismiss" tooltip={false} onClick={onDismiss} />
      </div>
    );
  }
  return (
    <section
      aria-label="Preparation checklist"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 print:hidden"
    >
      <p className="font-medium">
        Preparation{" "}
        <span className="ml-1 text-muted tabular-nums">
          {checklist.done}/{checklist.steps.length} completed
        </span>
      </p>
      <ol className="flex flex-wrap gap-x-5 gap-y-2">
        {checklist.steps.map(({ step, label, isDone }) => (
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
                {label}
              </span>
              <span className="sr-only">{isDone ? "done" : "still to do"}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
