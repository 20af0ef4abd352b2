/** Theme and language settings. */
import { Monitor, Moon, Sun } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast-context";
import {
  browserLanguage,
  chooseLanguage,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  readLanguageChoice,
  type Language,
} from "@/lib/i18n";
import { chooseTheme, readThemeChoice, THEME_CHOICES, type ThemeChoice } from "@/lib/theme";

import { useSaveProfile } from "../api/profile";
import { ProfileSection } from "./profile-section";

const ICONS = { light: Sun, dark: Moon, system: Monitor };

function ThemeChoices() {
  const { t } = useTranslation("account");
  const [choice, setChoice] = useState(readThemeChoice);
  const labelId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <span id={labelId} className="text-sm font-medium">
        {t("appearance.theme")}
      </span>
      <RadioGroup.Root
        value={choice}
        aria-labelledby={labelId}
        onValueChange={(next) => {
          const theme = next as ThemeChoice;
          chooseTheme(theme);
          setChoice(theme);
        }}
        className="grid grid-cols-3 gap-2"
      >
        {THEME_CHOICES.map((theme) => {
          const Icon = ICONS[theme];
          return (
            <RadioGroup.Item
              key={theme}
              value={theme}
              className="flex flex-col items-center gap-1.5 rounded-md border border-line-strong/60 px-2 py-3 text-base transition-colors hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent-ink"
            >
              <Icon size={18} aria-hidden />
              {t(`appearance.themes.${theme}`)}
            </RadioGroup.Item>
          );
        })}
      </RadioGroup.Root>
      <p className="text-sm text-muted">{t("appearance.themeHint")}</p>
    </div>
  );
}

const BROWSERS = "browser";

function LanguageChoice() {
  const { t } = useTranslation("account");
  const toast = useToast();
  const save = useSaveProfile();
  const choose = (next: Language | typeof BROWSERS) => {
    const language = isLanguage(next) ? next : null;
    // Applied immediately on this device; the profile carries it to others.
    void chooseLanguage(language);
    save.mutate(
      { language },
      {
        onError: (error) => toast.show(errorText(error, t("appearance.languageFailed")), "error"),
      },
    );
  };
  return (
    <Field label={t("appearance.language")} hint={t("appearance.languageHint")}>
      {(control) => (
        <Select<Language | typeof BROWSERS>
          {...control}
          value={readLanguageChoice() ?? BROWSERS}
          onChange={choose}
          options={[
            {
              value: BROWSERS,
              label: t("appearance.browserLanguage", {
                language: LANGUAGE_NAMES[browserLanguage()],
              }),
            },
            ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
          ]}
        />
      )}
    </Field>
  );
}

export function AppearanceSection() {
  const { t } = useTranslation("account");
  return (
    <ProfileSection title={t("appearance.title")} description={t("appearance.description")}>
      <div className="flex flex-col gap-5">
        <ThemeChoices />
        <LanguageChoice />
      </div>
    </ProfileSection>
  );
}
