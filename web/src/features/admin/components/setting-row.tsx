/** One setting: label, control, source of its value, reset. */
import { Lock, RotateCcw, RotateCw } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

import type { Setting } from "../api/types";
import { useSettingTexts } from "../hooks/use-setting-texts";
import { isPlainAddress } from "../lib/plain-address";
import { toDraft, toInput, type SettingDraft } from "../lib/setting-draft";
import { LockedValue } from "./locked-value";
import { SecretControl } from "./secret-control";
import { SettingControl } from "./setting-control";

interface SettingRowProps {
  /** Changes each time the group is saved or discarded. */
  round: number;
  setting: Setting;
  draft: SettingDraft | undefined;
  problem: string | undefined;
  onChange: (draft: SettingDraft | undefined) => void;
}

/** Badge with the source of the value. */
function SourceBadge({ setting, isDraft }: { setting: Setting; isDraft: boolean }) {
  const { t } = useTranslation("admin");
  if (isDraft) return <Badge tone="warning">{t("settings.sources.unsaved")}</Badge>;
  if (setting.isLocked) {
    return (
      <Badge tone="info">
        <Lock size={12} aria-hidden />
        {setting.source === "environment"
          ? t("settings.sources.environment")
          : t("settings.sources.environmentOnly")}
      </Badge>
    );
  }
  return setting.source === "stored" ? (
    <Badge tone="accent">{t("settings.sources.stored")}</Badge>
  ) : (
    <Badge>{t("settings.sources.default")}</Badge>
  );
}

/** Note on settings that apply after a restart. */
function RestartNote({ setting }: { setting: Setting }) {
  const { t } = useTranslation("admin");
  if (setting.isPending) return <Badge tone="warning">{t("settings.pending")}</Badge>;
  if (!setting.appliesAfterRestart || setting.isLocked) return null;
  return (
    <span className="inline-flex items-center gap-1 text-xs text-muted">
      <RotateCw size={12} aria-hidden />
      {t("settings.afterRestart")}
    </span>
  );
}

/** Reset to the default; can be undone until the group is saved. */
function ResetNote({ setting, draft, onChange }: Omit<SettingRowProps, "problem" | "round">) {
  const { t } = useTranslation("admin");
  if (setting.isLocked || setting.kind === "secret") return null;
  if (draft?.kind === "reset") {
    return (
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {t("settings.willReset")}
        <Button size="sm" variant="ghost" onClick={() => onChange(undefined)}>
          {t("settings.undo")}
        </Button>
      </p>
    );
  }
  if (setting.source !== "stored") return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={RotateCcw}
      className="mt-1.5 -ml-2.5 text-muted"
      onClick={() => onChange({ kind: "reset" })}
    >
      {t("settings.reset")}
    </Button>
  );
}

export function SettingRow({ round, setting, draft, problem, onChange }: SettingRowProps) {
  const { t } = useTranslation("admin");
  const id = useId();
  const words = useSettingTexts();
  const help = words.help(setting);
  const label = words.label(setting);
  const control = {
    id,
    "aria-describedby": problem ? `${id}-problem` : help ? `${id}-help` : undefined,
    "aria-invalid": problem ? true : undefined,
  };
  return (
    <div className="grid gap-x-8 gap-y-2.5 border-t border-line px-4 py-3.5 sm:px-5 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div className="min-w-0">
        {setting.isLocked ? (
          <span className="text-base font-medium">{label}</span>
        ) : (
          <label htmlFor={id} className="text-base font-medium">
            {label}
          </label>
        )}
        {help && (
          <p id={`${id}-help`} className="mt-0.5 max-w-prose text-sm text-muted">
            {help}
          </p>
        )}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <SourceBadge setting={setting} isDraft={draft !== undefined} />
          <code className="font-mono text-2xs break-all text-faint">{setting.variable}</code>
          <RestartNote setting={setting} />
          {isPlainAddress(setting, setting.isLocked ? setting.value : toInput(setting, draft)) && (
            <Badge tone="danger">{t("settings.notEncrypted")}</Badge>
          )}
        </p>
      </div>
      <div className="min-w-0">
        {setting.isLocked ? (
          <LockedValue setting={setting} />
        ) : setting.kind === "secret" ? (
          <SecretControl
            key={round}
            control={control}
            setting={setting}
            label={label}
            draft={draft}
            onChange={onChange}
          />
        ) : (
          <SettingControl
            control={control}
            setting={setting}
            label={label}
            input={toInput(setting, draft)}
            onInput={(input) => onChange(toDraft(setting, input))}
          />
        )}
        {problem && (
          <p id={`${id}-problem`} role="alert" className="mt-1.5 text-sm text-danger-ink">
            {problem}
          </p>
        )}
        <ResetNote setting={setting} draft={draft} onChange={onChange} />
      </div>
    </div>
  );
}
