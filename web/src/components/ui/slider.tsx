/** Slider built on Radix, with a visible value. */
import { Slider as Primitive } from "radix-ui";

import { cn } from "@/lib/cn";

interface SliderProps {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max: number;
  step?: number;
  label: string;
  disabled?: boolean;
  className?: string;
}

export function Slider({
  value,
  onChange,
  min = 0,
  max,
  step = 1,
  label,
  disabled = false,
  className,
}: SliderProps) {
  return (
    <Primitive.Root
      value={[value]}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      className={cn(
        "relative flex h-9 w-full touch-none items-center select-none data-disabled:opacity-50 max-sm:h-11",
        className,
      )}
    >
      <Primitive.Track className="relative h-1 grow rounded-full bg-line">
        <Primitive.Range className="absolute h-full rounded-full bg-accent" />
      </Primitive.Track>
      <Primitive.Thumb
        aria-label={label}
        className="block size-4.5 rounded-full border-2 border-accent bg-surface shadow-xs"
      />
    </Primitive.Root>
  );
}
