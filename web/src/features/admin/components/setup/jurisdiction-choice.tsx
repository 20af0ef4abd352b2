/** Profiles of a jurisdiction, which fill the settings of the page 'Privacy and law'. */
import { useTranslation } from "react-i18next";

import type { Setting, SetupStep } from "../../api/types";
import { toDraft, toInput, type SettingDraft, type SettingDrafts } from "../../lib/setting-draft";
import { ChoiceList } from "../choice-list";

const KNOWN = ["eu", "uk", "us"] as const;
type Jurisdiction = (typeof KNOWN)[number];

interface JurisdictionChoiceProps {
  jurisdictions: SetupStep["jurisdictions"];
  settings: readonly Setting[];
  drafts: SettingDrafts;
  onChange: (key: string, draft: SettingDraft | undefined) => void;
}

/** A value of a profile as its control shows it. */
const toShown = (value: boolean | number) => (typeof value === "boolean" ? value : String(value));

export function JurisdictionChoice({
  jurisdictions,
  settings,
  drafts,
  onChange,
}: JurisdictionChoiceProps) {
  const { t } = useTranslation("setup");
  const open = settings.filter((setting) => !setting.isLocked);
  const valuesOf = (key: string) => jurisdictions.find((one) => one.key === key)?.values ?? {};
  const isChosen = (key: Jurisdiction) =>
    open.every((setting) => {
      const value = valuesOf(key)[setting.key];
      return value !== undefined && toInput(setting, drafts[setting.key]) === toShown(value);
    });
  const choose = (key: Jurisdiction | "") => {
    for (const setting of open) {
      const value = valuesOf(key)[setting.key];
      if (value !== undefined) onChange(setting.key, toDraft(setting, toShown(value)));
    }
  };
  const offered = KNOWN.filter((key) => jurisdictions.some((one) => one.key === key));
  return (
    <div className="flex flex-col gap-2 border-t border-line px-4 py-4 sm:px-5">
      <ChoiceList<Jurisdiction | "">
        label={t("jurisdictions.label")}
        value={offered.find(isChosen) ?? ""}
        onChange={choose}
        choices={offered.map((key) => ({
          value: key,
          label: t(`jurisdictions.${key}.name`),
          hint: t(`jurisdictions.${key}.text`),
        }))}
      />
      <p className="max-w-prose text-sm text-muted">{t("jurisdictions.note")}</p>
    </div>
  );
}
