/** One group of settings with its unsaved changes. */
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";

import type { Setting, SettingsResponse, SettingsGroup } from "../api/types";
import { useSettingTexts } from "../hooks/use-setting-texts";
import { useSettingsForm } from "../hooks/use-settings-form";
import { type SettingDraft, type SettingDrafts } from "../lib/setting-draft";
import { LogoSetting } from "./logo-setting";
import { ProviderHelp } from "./provider-help";
import { ScansNotice } from "./scans-notice";
import { SettingRow } from "./setting-row";
import { TestEmail } from "./test-email";

interface SettingsSectionProps {
  response: SettingsResponse;
  group: SettingsGroup;
  /** The settings that match the search. */
  shown: readonly Setting[];
  drafts: SettingDrafts;
  onChange: (key: string, draft: SettingDraft | undefined) => void;
  onDrop: (keys: readonly string[]) => void;
}

/** Additional content of the group. */
function GroupExtra({
  response,
  groupKey,
  isChanged,
}: {
  response: SettingsResponse;
  groupKey: string;
  isChanged: boolean;
}) {
  if (groupKey === "sign_in") return <ProviderHelp redirectUri={response.redirectUri} />;
  if (groupKey === "branding") return <LogoSetting />;
  if (groupKey === "interviews" && !response.scansReady) return <ScansNotice />;
  if (groupKey === "mail") return <TestEmail isReady={response.mailReady} isChanged={isChanged} />;
  return null;
}

export function SettingsSection({
  response,
  group,
  shown,
  drafts,
  onChange,
  onDrop,
}: SettingsSectionProps) {
  const { t } = useTranslation("admin");
  const words = useSettingTexts();
  const toast = useToast();
  const form = useSettingsForm({ settings: group.settings, drafts, onChange, onDrop });
  const isChanged = form.changed.length > 0;
  const help = words.groupHelp(group.key);
  const titleId = `${group.key}-title`;
  const send = () =>
    form.send((next) => {
      const waits = next.groups
        .flatMap((other) => other.settings)
        .some((setting) => form.changed.includes(setting.key) && setting.isPending);
      toast.show(waits ? t("settings.savedForLater") : t("settings.saved"));
    });

  return (
    <section
      id={group.key}
      aria-labelledby={titleId}
      className="scroll-mt-20 rounded-lg border border-line bg-surface"
    >
      <header className="px-4 pt-4 pb-3 sm:px-5">
        <h2 id={titleId} className="text-md font-semibold">
          {words.group(group.key)}
        </h2>
        {help && <p className="mt-0.5 max-w-prose text-base text-muted">{help}</p>}
      </header>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {shown.map((setting) => (
          <SettingRow
            key={setting.key}
            round={form.round}
            setting={setting}
            draft={drafts[setting.key]}
            problem={form.problems[setting.key]}
            onChange={(draft) => form.change(setting.key, draft)}
          />
        ))}
        {isChanged && (
          <div className="sticky bottom-0 z-10 flex flex-col gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-3 shadow-pop sm:px-5">
            {form.error && <FormError>{errorText(form.error, t("settings.saveFailed"))}</FormError>}
            <div className="flex flex-wrap items-center justify-end gap-2">
              <p role="status" className="grow text-base text-muted">
                {t("settings.unsavedCount", { count: form.changed.length })}
              </p>
              <Button onClick={form.discard} disabled={form.isSaving}>
                {t("settings.discard")}
              </Button>
              <Button type="submit" variant="primary" busy={form.isSaving}>
                {form.isSaving ? t("settings.saving") : t("settings.save")}
              </Button>
            </div>
          </div>
        )}
      </form>
      <GroupExtra response={response} groupKey={group.key} isChanged={isChanged} />
    </section>
  );
}
