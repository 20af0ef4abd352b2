/** Checkbox with label and hint. */
import { Check, Minus } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import { useId, type ReactNode } from "react";

import { cn } from "@/lib/cn";

interface CheckboxProps {
  /** 'indeterminate' if it represents several values of which some are checked. */
  checked: boolean | "indeterminate";
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: string;
  disabled?: boolean;
  className?: string;
}

export function Checkbox({
  checked,
  onChange,
  label,
  hint,
  disabled = false,
  className,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={cn("flex items-start gap-2.5", className)}>
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="touch-target mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
      >
        <Primitive.Indicator>
          {checked === "indeterminate" ? (
            <Minus size={13} strokeWidth={3} className="text-on-accent" aria-hidden />
          ) : (
            <Check size={13} strokeWidth={3} className="text-on-accent" aria-hidden />
          )}
        </Primitive.Indicator>
      </Primitive.Root>
      <div>
        <label htmlFor={id} className={cn("text-base", disabled && "opacity-55")}>
          {label}
        </label>
        {/* The hint explains why the box is disabled, so it stays readable. */}
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
