/** A setup page that asks for settings: saves them, lets the server check them, and continues. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Skeleton } from "@/components/ui/skeleton";
import { UnsavedGuard } from "@/components/unsaved-guard";

import { stepCheckQuery, useRecordStep } from "../../api/setup";
import type { SettingsResponse, SetupStep, StepOutcome } from "../../api/types";
import { useDrafts } from "../../hooks/use-drafts";
import { useSettingsForm } from "../../hooks/use-settings-form";
import { toInput } from "../../lib/setting-draft";
import { SettingRow } from "../setting-row";
import { FindingList } from "./finding-list";
import { JurisdictionChoice } from "./jurisdiction-choice";
import { StepExtra } from "./step-extra";
import { StepFrame } from "./step-frame";
import { shownSettings, type PageKey } from "./step-names";

/** Settings that the HTTPS panel saves. */
const HTTPS_SETTINGS: readonly string[] = ["host", "tls_cert", "tls_key"];

interface SettingsStepProps {
  page: PageKey;
  step: SetupStep;
  settings: SettingsResponse;
  onDone: () => void;
}

export function SettingsStep({ page, step, settings, onDone }: SettingsStepProps) {
  const { t } = useTranslation("setup");
  const client = useQueryClient();
  const { drafts, change, drop } = useDrafts();
  const own = settings.groups
    .flatMap((group) => group.settings)
    .filter(
      (setting) => step.settings.includes(setting.key) && !HTTPS_SETTINGS.includes(setting.key),
    );
  const form = useSettingsForm({ settings: own, drafts, onChange: change, onDrop: drop });
  const record = useRecordStep();
  const check = useQuery(stepCheckQuery(step.key));
  const [isChecking, setChecking] = useState(false);
  const [isWarned, setWarned] = useState(false);

  const leave = (outcome: StepOutcome) =>
    record.mutate({ step: step.key, outcome }, { onSuccess: onDone });
  const checkAndLeave = async () => {
    setChecking(true);
    try {
      const found = await client.query({ ...stepCheckQuery(step.key), staleTime: 0 });
      if (found.some((finding) => finding.isProblem)) setWarned(true);
      else leave("done");
    } catch {
      // The error is shown in place of the findings.
      setWarned(true);
    } finally {
      setChecking(false);
    }
  };
  const submit = () => {
    if (form.changed.length > 0) form.send(() => void checkAndLeave());
    else if (isWarned) leave("done");
    else void checkAndLeave();
  };
  const isChanged = form.changed.length > 0;
  const publicUrl = own.find((setting) => setting.key === "public_url");
  const busy = form.isSaving || isChecking || record.isPending;
  const failure = form.error ?? record.error;
  return (
    <StepFrame
      page={page}
      busy={busy}
      continueLabel={
        isChecking
          ? t("checking")
          : isWarned && !isChanged
            ? t("continueAnyway")
            : isChanged
              ? t("saveAndContinue")
              : t("continue")
      }
      onContinue={submit}
      onSkip={() => {
        form.discard();
        leave("skipped");
      }}
    >
      {step.jurisdictions.length > 0 && (
        <JurisdictionChoice
          jurisdictions={step.jurisdictions}
          settings={own}
          drafts={drafts}
          onChange={form.change}
        />
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {shownSettings(own, step.dependencies, drafts).map((setting) => (
          <SettingRow
            key={setting.key}
            round={form.round}
            setting={setting}
            draft={drafts[setting.key]}
            problem={form.problems[setting.key]}
            onChange={(draft) => form.change(setting.key, draft)}
          />
        ))}
        {/* Lets the Enter key save: the visible button is outside of the form. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </form>
      <StepExtra
        page={page}
        settings={settings}
        isChanged={isChanged}
        address={publicUrl ? String(toInput(publicUrl, drafts.public_url)) : ""}
        onAddress={(input) => {
          if (input === undefined) drop(["public_url"]);
          else form.change("public_url", { kind: "input", input });
        }}
      />
      {check.isPending ? (
        <div className="border-t border-line px-4 py-4 sm:px-5">
          <Skeleton className="h-9 w-full" />
        </div>
      ) : check.isError ? (
        <div className="px-4 pb-4 sm:px-5">
          <FormError>{errorText(check.error, t("checkFailed"))}</FormError>
        </div>
      ) : (
        !isChanged && <FindingList findings={check.data} />
      )}
      {failure && (
        <div className="px-4 pb-4 sm:px-5">
          <FormError>{errorText(failure, t("saveFailed"))}</FormError>
        </div>
      )}
      <UnsavedGuard isUnsaved={isChanged} />
    </StepFrame>
  );
}
