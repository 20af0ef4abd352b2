/** Theme choice in the user menu, which stays open to show the change. */
import { Monitor, Moon, Sun } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { chooseTheme, readThemeChoice, THEME_CHOICES, type ThemeChoice } from "@/lib/theme";

const ICONS = { light: Sun, dark: Moon, system: Monitor } satisfies Record<ThemeChoice, unknown>;

export function ThemeSwitch() {
  const { t } = useTranslation("shell");
  const [choice, setChoice] = useState(readThemeChoice);
  return (
    <div className="flex items-center justify-between gap-3 px-2 py-1">
      <span className="text-sm text-muted" id="theme-label">
        {t("theme.label")}
      </span>
      <DropdownMenu.RadioGroup
        value={choice}
        aria-labelledby="theme-label"
        className="flex rounded-md bg-hover p-0.5"
      >
        {THEME_CHOICES.map((value) => {
          const Icon = ICONS[value];
          const label = t(`theme.${value}`);
          return (
            <DropdownMenu.RadioItem
              key={value}
              value={value}
              aria-label={label}
              title={label}
              onSelect={(event) => {
                event.preventDefault();
                chooseTheme(value);
                setChoice(value);
              }}
              className="flex h-7 w-9 cursor-default items-center justify-center rounded-[5px] text-muted outline-none data-highlighted:text-ink data-highlighted:outline-2 data-highlighted:outline-accent data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:shadow-xs pointer-coarse:h-11 pointer-coarse:w-12"
            >
              <Icon size={15} aria-hidden />
            </DropdownMenu.RadioItem>
          );
        })}
      </DropdownMenu.RadioGroup>
    </div>
  );
}
