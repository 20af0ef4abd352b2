/** Control for a secret, which can be set and removed but never read. */
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { PasswordInput } from "@/components/ui/password-input";

import type { Setting } from "../api/types";
import { toDraft, type SettingDraft } from "../lib/setting-draft";
import type { ControlProps } from "./control-props";

interface SecretControlProps {
  control: ControlProps;
  setting: Setting;
  label: string;
  draft: SettingDraft | undefined;
  onChange: (draft: SettingDraft | undefined) => void;
}

export function SecretControl({ control, setting, label, draft, onChange }: SecretControlProps) {
  const { t } = useTranslation("admin");
  const [isReplacing, setReplacing] = useState(false);
  const isWriting = !setting.isSet || isReplacing || draft?.kind === "input";
  if (draft?.kind === "reset") {
    return (
      <p className="flex min-h-9 flex-wrap items-center justify-between gap-2 text-base text-muted">
        {t("settings.willRemove")}
        <Button id={control.id} size="sm" onClick={() => onChange(undefined)}>
          {t("settings.undo")}
        </Button>
      </p>
    );
  }
  if (!isWriting) {
    return (
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <span className="inline-flex grow items-center gap-2 text-base">
          <KeyRound size={15} className="text-muted" aria-hidden />
          {t("settings.secretSaved")}
        </span>
        <Button
          id={control.id}
          size="sm"
          aria-label={t("settings.replaceOf", { setting: label })}
          onClick={() => setReplacing(true)}
        >
          {t("settings.replace")}
        </Button>
        <Button
          size="sm"
          variant="danger-ghost"
          aria-label={t("settings.removeOf", { setting: label })}
          onClick={() => onChange({ kind: "reset" })}
        >
          {t("settings.remove")}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex gap-2">
      <div className="min-w-0 grow">
        <PasswordInput
          {...control}
          value={draft?.kind === "input" && typeof draft.input === "string" ? draft.input : ""}
          onChange={(event) => onChange(toDraft(setting, event.target.value))}
          placeholder={setting.isSet ? t("settings.newSecret") : t("settings.notSet")}
          autoComplete="new-password"
        />
      </div>
      {setting.isSet && (
        <Button
          onClick={() => {
            setReplacing(false);
            onChange(undefined);
          }}
        >
          {t("settings.keep")}
        </Button>
      )}
    </div>
  );
}
