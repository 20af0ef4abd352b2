/** Switch with its label next to it. */
import { useId } from "react";

import { Switch } from "@/components/ui/switch";

export interface LabelledSwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

export function LabelledSwitch({ label, isOn, onChange, isDisabled = false }: LabelledSwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <Switch id={id} checked={isOn} onChange={onChange} disabled={isDisabled} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
