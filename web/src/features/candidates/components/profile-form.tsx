/** Edit form of a candidate profile: CV data and assessment. */
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { errorText, isApiError } from "@/api/errors";
import type { FormControls } from "@/components/editable-record";
import { isEditedMeanwhile, RecordForm } from "@/components/record-form";
import { SkillsInput } from "@/components/skills-input";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";

import type { CandidateProfile, ProfileChange } from "../api/types";
import { toChange, toDraft, type ProfileDraft } from "../lib/draft";
import { EducationFields, ExperienceFields } from "./entry-fields";

interface ProfileFormProps {
  profile: CandidateProfile;
  onSave: (change: ProfileChange) => Promise<unknown>;
  controls: FormControls;
}

const CONTACTS = ["name", "email", "phone", "linkedin"] as const;

export function ProfileForm({ profile, onSave, controls }: ProfileFormProps) {
  const { t } = useTranslation(["candidates", "records"]);
  const form = useForm<ProfileDraft>({ defaultValues: toDraft(profile) });
  const { errors, isSubmitting, isDirty } = form.formState;
  const [failure, setFailure] = useState<unknown>(null);

  const save = form.handleSubmit(async (draft) => {
    setFailure(null);
    try {
      await onSave(toChange(profile, draft));
    } catch (error) {
      for (const problem of isApiError(error) ? error.fields : []) {
        const name = CONTACTS.find((field) => problem.path.endsWith(field));
        if (name) form.setError(name, { message: problem.message });
      }
      setFailure(error);
    }
  });
  const isConflict = isEditedMeanwhile(failure);
  const isRefused = isApiError(failure) && failure.status === 409;
  const failed = t("form.failed");

  return (
    <FormProvider {...form}>
      <RecordForm
        onSave={() => void save()}
        onClose={controls.onClose}
        onReload={controls.onReload}
        isSaving={isSubmitting}
        isUnsaved={isDirty}
        isConflict={isConflict}
        error={failure === null ? null : isRefused ? errorText(failure, failed) : failed}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("fields.name")} error={errors.name?.message}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                {...form.register("name", {
                  validate: (name) => name.trim() !== "" || t("form.nameNeeded"),
                })}
              />
            )}
          </Field>
          <Field label={t("fields.email")} error={errors.email?.message}>
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="off"
                {...form.register("email", {
                  pattern: { value: /^\s*(\S+@\S+\.\S+)?\s*$/, message: t("form.emailWrong") },
                })}
              />
            )}
          </Field>
          <Field label={t("fields.phone")} error={errors.phone?.message}>
            {(control) => (
              <Input {...control} type="tel" autoComplete="off" {...form.register("phone")} />
            )}
          </Field>
          <Field label={t("fields.linkedin")} error={errors.linkedin?.message}>
            {(control) => (
              <Input {...control} type="url" autoComplete="off" {...form.register("linkedin")} />
            )}
          </Field>
          <Field label={t("fields.position")} error={errors.position?.message}>
            {(control) => (
              <Input
                {...control}
                maxLength={300}
                autoComplete="off"
                {...form.register("position")}
              />
            )}
          </Field>
          <Field label={t("fields.location")} error={errors.location?.message}>
            {(control) => (
              <Input
                {...control}
                maxLength={300}
                autoComplete="off"
                {...form.register("location")}
              />
            )}
          </Field>
        </div>
        <Field label={t("sections.assessment")}>
          {(control) => <Textarea {...control} rows={5} {...form.register("assessment")} />}
        </Field>
        <Field label={t("sections.strengths")} hint={t("records:form.lines")}>
          {(control) => <Textarea {...control} rows={4} {...form.register("strengths")} />}
        </Field>
        <ExperienceFields />
        <EducationFields />
        <Field label={t("sections.summary")}>
          {(control) => <Textarea {...control} rows={5} {...form.register("summary")} />}
        </Field>
        <Field label={t("sections.skills")} hint={t("records:form.commas")}>
          {(control) => <SkillsInput {...control} {...form.register("skills")} />}
        </Field>
      </RecordForm>
    </FormProvider>
  );
}
