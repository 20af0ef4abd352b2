/** Radio list in which each option has an explanation. */
import { RadioGroup } from "radix-ui";
import { useId } from "react";

import { cn } from "@/lib/cn";

interface Choice<Value extends string> {
  value: Value;
  label: string;
  hint: string;
}

interface ChoiceListProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly Choice<Value>[];
}

export function ChoiceList<Value extends string>({
  label,
  value,
  onChange,
  choices,
}: ChoiceListProps<Value>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <RadioGroup.Root
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        aria-labelledby={id}
        className="flex flex-col gap-2"
      >
        {choices.map((choice) => (
          <RadioGroup.Item
            key={choice.value}
            value={choice.value}
            aria-labelledby={`${id}-${choice.value}`}
            aria-describedby={`${id}-${choice.value}-hint`}
            className={cn(
              "flex items-start gap-3 rounded-lg border px-3 py-2.5 text-left transition-colors",
              choice.value === value
                ? "border-accent bg-accent-soft"
                : "border-line hover:bg-hover",
            )}
          >
            <span className="mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface">
              <RadioGroup.Indicator className="size-2.5 rounded-full bg-accent" />
            </span>
            <span>
              <span id={`${id}-${choice.value}`} className="block text-base font-medium">
                {choice.label}
              </span>
              <span
                id={`${id}-${choice.value}-hint`}
                className={cn(
                  "block text-sm",
                  choice.value === value ? "text-accent-ink" : "text-muted",
                )}
              >
                {choice.hint}
              </span>
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
