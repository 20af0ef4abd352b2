/** Color setting: a swatch that opens the native picker, and a text field. */
import { useTranslation } from "react-i18next";

import { Input } from "@/components/ui/input";

import type { ControlProps } from "./control-props";

const HEX = /^#[0-9a-f]{6}$/iu;
/** The built-in green. The native color picker has no empty value. */
const OWN_ACCENT = "#1c7a5a";

interface ColorControlProps {
  control: ControlProps;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function ColorControl({ control, label, value, onChange }: ColorControlProps) {
  const { t } = useTranslation("admin");
  const isColor = HEX.test(value.trim());
  return (
    <div className="flex items-center gap-2">
      <span
        className="relative size-9 shrink-0 overflow-hidden rounded-md border border-line-strong focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent max-sm:size-11"
        style={{ backgroundColor: isColor ? value.trim() : OWN_ACCENT }}
      >
        <input
          type="color"
          value={isColor ? value.trim().toLowerCase() : OWN_ACCENT}
          onChange={(event) => onChange(event.target.value)}
          aria-label={t("settings.pickColor", { setting: label })}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </span>
      <Input
        {...control}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={t("settings.ownColor")}
        spellCheck={false}
        autoComplete="off"
        maxLength={7}
        className="font-mono"
      />
    </div>
  );
}
