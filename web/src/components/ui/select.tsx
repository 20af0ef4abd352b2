/** Select for short lists, built on Radix. */
import { Check, ChevronDown } from "lucide-react";
import { Select as Primitive } from "radix-ui";

import { cn } from "@/lib/cn";
import { styleNonce } from "@/lib/style-nonce";

import { INPUT_CLASS } from "./input-styles";

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  value: Value | "";
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  id?: string;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}

export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder = "Choose",
  className,
  disabled = false,
  ...rest
}: SelectProps<Value>) {
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      disabled={disabled}
    >
      <Primitive.Trigger
        className={cn(
          INPUT_CLASS,
          "inline-flex h-9 items-center justify-between gap-2 text-left data-placeholder:text-faint max-sm:h-11",
          className,
        )}
        {...rest}
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Primitive.Icon>
          <ChevronDown size={15} className="text-muted" aria-hidden />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-72 min-w-(--radix-select-trigger-width) animate-appear overflow-hidden rounded-lg border border-line bg-surface p-1 shadow-pop"
        >
          <Primitive.Viewport {...(styleNonce !== undefined && { nonce: styleNonce })}>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="relative flex h-8 cursor-default items-center rounded-md pr-3 pl-8 text-base outline-none select-none data-disabled:opacity-45 data-highlighted:bg-hover max-sm:h-11"
              >
                <Primitive.ItemIndicator className="absolute left-2">
                  <Check size={15} className="text-accent" aria-hidden />
                </Primitive.ItemIndicator>
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
