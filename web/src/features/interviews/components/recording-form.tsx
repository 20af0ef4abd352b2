/** Form for a recording before its import: speakers, candidate, position, language and consent. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { speechLanguagesQuery } from "@/api/speech-languages";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { formatElapsed } from "@/lib/format";
import { currentLanguage } from "@/lib/i18n";
import { languageName } from "@/lib/language-name";

import type { RecordingImport } from "../api/recording-imports";
import { nameFiles, type RecordingDraft } from "../lib/recording-draft";
import { FactsFields } from "./facts-fields";
import { RecordingVoices } from "./recording-voices";

interface RecordingFormProps {
  draft: RecordingImport;
  choices: RecordingDraft;
  /** Whether the administrator allows recordings. */
  canKeep: boolean;
  onChange: (part: Partial<RecordingDraft>) => void;
  children: ReactNode;
}

export function RecordingForm({ draft, choices, canKeep, onChange, children }: RecordingFormProps) {
  const { t } = useTranslation("interviews");
  const locale = currentLanguage();
  const known = useQuery(speechLanguagesQuery).data ?? [];
  const languages = [...new Set([...known, choices.language])]
    .map((value) => ({ value, label: languageName(value, locale) }))
    .sort((one, other) => one.label.localeCompare(other.label, locale));
  return (
    <>
      <p className="text-sm break-words text-muted">
        {nameFiles(draft)} · {formatElapsed(Math.max(...draft.files.map(({ seconds }) => seconds)))}
      </p>
      <RecordingVoices
        draft={draft}
        interviewerVoice={choices.interviewerVoice}
        onChange={(interviewerVoice) => onChange({ interviewerVoice })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FactsFields facts={choices} onChange={onChange} />
        <Field label={t("recording.language")}>
          {(field) => (
            <Select
              {...field}
              value={choices.language}
              onChange={(language) => onChange({ language })}
              options={languages}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-col gap-3">
        <Checkbox
          checked={choices.hasConsent}
          onChange={(hasConsent) => onChange({ hasConsent })}
          label={t("recording.consent")}
        />
        {canKeep && (
          <Checkbox
            checked={choices.keepsRecording}
            onChange={(keepsRecording) => onChange({ keepsRecording })}
            label={t("recording.keep")}
            hint={t("recording.keepHint")}
          />
        )}
      </div>
      {children}
    </>
  );
}
