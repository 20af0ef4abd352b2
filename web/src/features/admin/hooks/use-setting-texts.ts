/** Labels and help texts of settings. */
import { useTranslation } from "react-i18next";

import type { Setting } from "../api/types";

/** A newer server may send unknown settings: they are labeled with their environment variable. */
export function useSettingTexts() {
  const { i18n } = useTranslation("admin");
  const words = i18n.getFixedT(null, "admin") as unknown as (key: string) => string;
  const find = (key: string) => (i18n.exists(key, { ns: "admin" }) ? words(key) : null);
  return {
    label: (setting: Setting) => find(`settings.items.${setting.key}.label`) ?? setting.variable,
    help: (setting: Setting) => find(`settings.items.${setting.key}.help`),
    choice: (setting: Setting, choice: string) =>
      find(`settings.choices.${setting.key}.${choice}`) ?? choice,
    group: (key: string) => find(`settings.groups.${key}.title`) ?? key,
    groupHelp: (key: string) => find(`settings.groups.${key}.help`),
  };
}
