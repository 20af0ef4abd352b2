/** Segmented control: a choice of two or three views. */
import { RadioGroup } from "radix-ui";

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={props.label}
      value={props.value}
      onValueChange={(next) => props.onChange(next as Value)}
      className="inline-flex shrink-0 rounded-md bg-sunken p-0.5"
    >
      {props.options.map(({ value, label }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          className="touch-target h-7 rounded-sm px-2.5 text-sm font-medium text-muted hover:text-ink data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:shadow-xs"
        >
          {label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
