/** Control for a setting by its kind. Secrets use SecretControl. */
import { useTranslation } from "react-i18next";

import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";

import type { Setting } from "../api/types";
import { useSettingTexts } from "../hooks/use-setting-texts";
import { ColorControl } from "./color-control";
import type { ControlProps } from "./control-props";

interface SettingControlProps {
  control: ControlProps;
  setting: Setting;
  label: string;
  input: string | boolean;
  onInput: (input: string | boolean) => void;
}

export function SettingControl({ control, setting, label, input, onInput }: SettingControlProps) {
  const { t } = useTranslation("admin");
  const words = useSettingTexts();
  if (typeof input === "boolean") {
    return (
      <div className="flex h-9 items-center gap-2.5">
        <Switch {...control} checked={input} onChange={onInput} />
        <span className="text-base text-muted" aria-hidden>
          {input ? t("settings.on") : t("settings.off")}
        </span>
      </div>
    );
  }
  const field = {
    ...control,
    value: input,
    placeholder: t("settings.notSet"),
    onChange: (event: { target: { value: string } }) => onInput(event.target.value),
  };
  switch (setting.kind) {
    case "choice":
      return (
        <Select
          {...control}
          aria-label={label}
          value={input}
          onChange={onInput}
          options={(setting.choices ?? []).map((choice) => ({
            value: choice,
            label: words.choice(setting, choice),
          }))}
        />
      );
    case "multiline":
      return <Textarea {...field} rows={5} />;
    case "list":
      return <Textarea {...field} rows={3} spellCheck={false} />;
    case "json":
      return <Textarea {...field} rows={4} spellCheck={false} className="font-mono text-sm" />;
    case "number":
      return <Input {...field} inputMode="numeric" autoComplete="off" className="tabular-nums" />;
    case "color":
      return <ColorControl control={control} label={label} value={input} onChange={onInput} />;
    case "text":
    case "boolean":
    case "secret":
      return <Input {...field} autoComplete="off" spellCheck={false} />;
  }
}
