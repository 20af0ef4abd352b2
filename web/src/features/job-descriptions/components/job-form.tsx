/** Edit form of a job description. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText, isApiError } from "@/api/errors";
import type { FormControls } from "@/components/editable-record";
import { isEditedMeanwhile, RecordForm } from "@/components/record-form";
import { SkillsInput } from "@/components/skills-input";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";

import type { JobChange, JobDescription } from "../api/types";
import { toDraft, toChange, type JobDraft } from "../lib/draft";
import { JOB_LEVELS, JOB_STATUSES } from "../lib/status";

interface JobFormProps {
  job: JobDescription;
  onSave: (change: JobChange) => Promise<unknown>;
  controls: FormControls;
}

export function JobForm({ job, onSave, controls }: JobFormProps) {
  const { t } = useTranslation(["jobs", "records"]);
  const [draft, setDraft] = useState(() => toDraft(job));
  const [isSaving, setIsSaving] = useState(false);
  const [isTitleMissing, setIsTitleMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const change = (part: Partial<JobDraft>) => setDraft((old) => ({ ...old, ...part }));

  const save = async () => {
    const isBlank = draft.title.trim() === "";
    setIsTitleMissing(isBlank);
    if (isBlank || isSaving) return;
    setIsSaving(true);
    setFailure(null);
    try {
      await onSave(toChange(job, draft));
    } catch (error) {
      setFailure(error);
      setIsSaving(false);
    }
  };
  const failed = t("form.failed");
  const isRefused = isApiError(failure) && failure.status === 409;
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(toDraft(job));

  return (
    <RecordForm
      onSave={() => void save()}
      onClose={controls.onClose}
      onReload={controls.onReload}
      isSaving={isSaving}
      isUnsaved={isUnsaved}
      isConflict={isEditedMeanwhile(failure)}
      error={failure === null ? null : isRefused ? errorText(failure, failed) : failed}
    >
      <Field label={t("fields.title")} error={isTitleMissing ? t("form.titleNeeded") : undefined}>
        {(control) => (
          <Input
            {...control}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("fields.company")}>
          {(control) => (
            <Input
              {...control}
              maxLength={300}
              value={draft.company}
              onChange={(event) => change({ company: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("fields.location")}>
          {(control) => (
            <Input
              {...control}
              maxLength={300}
              value={draft.location}
              onChange={(event) => change({ location: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("fields.status")}>
          {(control) => (
            <Select
              {...control}
              value={draft.status}
              onChange={(status) => change({ status })}
              options={JOB_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
            />
          )}
        </Field>
        <Field label={t("fields.level")}>
          {(control) => (
            <Select
              {...control}
              value={draft.level}
              onChange={(level) => change({ level })}
              placeholder={t("form.levelUnset")}
              options={JOB_LEVELS.map((value) => ({ value, label: t(`levels.${value}`) }))}
            />
          )}
        </Field>
      </div>
      <Field label={t("fields.skills")} hint={t("records:form.commas")}>
        {(control) => (
          <SkillsInput
            {...control}
            value={draft.skills}
            onChange={(event) => change({ skills: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("sections.preferredSkills")} hint={t("records:form.commas")}>
        {(control) => (
          <SkillsInput
            {...control}
            value={draft.preferredSkills}
            onChange={(event) => change({ preferredSkills: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("fields.responsibilities")} hint={t("records:form.lines")}>
        {(control) => (
          <Textarea
            {...control}
            rows={8}
            value={draft.responsibilities}
            onChange={(event) => change({ responsibilities: event.target.value })}
          />
        )}
      </Field>
    </RecordForm>
  );
}
