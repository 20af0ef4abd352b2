/** Read-only value of a setting that an environment variable fixes. */
import { useTranslation } from "react-i18next";

import type { Setting } from "../api/types";
import { useSettingTexts } from "../hooks/use-setting-texts";
import { toInput } from "../lib/setting-draft";

export function LockedValue({ setting }: { setting: Setting }) {
  const { t } = useTranslation("admin");
  const words = useSettingTexts();
  const input = toInput(setting, undefined);
  let text: string;
  if (setting.kind === "secret") text = setting.isSet ? t("settings.secretSet") : "";
  else if (typeof input === "boolean") text = input ? t("settings.on") : t("settings.off");
  else text = setting.kind === "choice" ? words.choice(setting, input) : input;
  return (
    <p className="min-h-9 rounded-md bg-sunken px-3 py-2 text-sm break-words whitespace-pre-wrap">
      {text || <span className="text-muted">{t("settings.notSet")}</span>}
    </p>
  );
}
