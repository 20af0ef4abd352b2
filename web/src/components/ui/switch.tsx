/** Switch that takes effect immediately. In a form, or among several options, use Checkbox. */
import { Switch as Primitive } from "radix-ui";

import { cn } from "@/lib/cn";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  id?: string;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}

export function Switch({ checked, onChange, className, ...rest }: SwitchProps) {
  return (
    <Primitive.Root
      checked={checked}
      onCheckedChange={onChange}
      className={cn(
        "touch-target inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-hover p-px transition-colors duration-100",
        "data-disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent",
        className,
      )}
      {...rest}
    >
      <Primitive.Thumb className="block size-4 rounded-full bg-muted shadow-xs transition-transform duration-100 data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
    </Primitive.Root>
  );
}
