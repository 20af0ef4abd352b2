/** Input for the six-digit code of an authenticator app. */
import type { ComponentProps } from "react";

import { Input } from "@/components/ui/input";
import { cn } from "@/lib/cn";
import { CODE_LENGTH, extractDigits } from "@/lib/one-time-code";

interface OneTimeCodeInputProps extends Omit<
  ComponentProps<"input">,
  "value" | "onChange" | "type" | "inputMode"
> {
  value: string;
  onChange: (digits: string) => void;
  /** Called when the code is complete, whether typed, pasted or autofilled. */
  onComplete?: (digits: string) => void;
}

/** A single field, so that paste and autofill fill in the whole code. */
export function OneTimeCodeInput({
  value,
  onChange,
  onComplete,
  className,
  ...rest
}: OneTimeCodeInputProps) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      value={value}
      onChange={(event) => {
        const digits = extractDigits(event.target.value);
        onChange(digits);
        if (digits.length === CODE_LENGTH && digits !== value) onComplete?.(digits);
      }}
      className={cn("h-11 text-center font-mono text-lg tracking-[0.4em] tabular-nums", className)}
      {...rest}
    />
  );
}
