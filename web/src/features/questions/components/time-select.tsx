import { Select } from "@/components/ui/select";

import { ESTIMATED_TIMES } from "../lib/distribution";

interface TimeSelectProps {
  minutes: number;
  onChange: (minutes: number) => void;
  id?: string;
  "aria-label"?: string;
}

/** Estimated time of a question: one of the fixed choices, or what it already has. */
export function TimeSelect({ minutes, onChange, ...rest }: TimeSelectProps) {
  const choices = [...new Set([...ESTIMATED_TIMES, minutes])].sort((a, b) => a - b);
  return (
    <Select
      {...rest}
      value={String(minutes)}
      onChange={(value) => onChange(Number(value))}
      options={choices.map((choice) => ({ value: String(choice), label: `${choice} min` }))}
    />
  );
}
