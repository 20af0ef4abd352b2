/** Switch with its label next to it. */
import { useId } from "react";

import { Switch } from "@/components/ui/switch";

export interface LabeledSwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

export function LabeledSwitch({ label, isOn, onChange, isDisabled = false }: LabeledSwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <Switch id={id} checked={isOn} onChange={onChange} disabled={isDisabled} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
