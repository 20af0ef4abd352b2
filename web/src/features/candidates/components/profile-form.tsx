import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { errorText, isApiError } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";

import type { CandidateProfile, ProfileChange } from "../api/types";

interface ProfileFormProps {
  profile: CandidateProfile;
  onSave: (change: ProfileChange) => Promise<unknown>;
  onClose: () => void;
}

const FIELDS = ["name", "email", "phone", "linkedin", "summary"] as const;

type Draft = Record<(typeof FIELDS)[number], string>;

function draftOf(profile: CandidateProfile): Draft {
  return {
    name: profile.name,
    email: profile.email ?? "",
    phone: profile.phone ?? "",
    linkedin: profile.linkedin ?? "",
    summary: profile.cvParsed?.summary ?? "",
  };
}

/** An empty text removes what was there. */
function changeOf(draft: Draft): ProfileChange {
  return {
    name: draft.name.trim(),
    email: draft.email.trim(),
    phone: draft.phone.trim(),
    linkedin: draft.linkedin.trim(),
    cvParsed: { summary: draft.summary.trim() },
  };
}

/** Edits a profile. Enter saves, Escape cancels; in the summary Enter is a new line. */
export function ProfileForm({ profile, onSave, onClose }: ProfileFormProps) {
  const { t } = useTranslation(["candidates", "common"]);
  const form = useForm<Draft>({ defaultValues: draftOf(profile) });
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (draft) => {
    try {
      await onSave(changeOf(draft));
    } catch (error) {
      const problems = isApiError(error) ? error.fields : [];
      for (const problem of problems) {
        const name = FIELDS.find((field) => problem.path.endsWith(field));
        if (name) form.setError(name, { message: problem.message });
      }
      const known = isApiError(error) && error.status === 409;
      form.setError("root", {
        message: known ? errorText(error, t("form.failed")) : t("form.failed"),
      });
    }
  });

  return (
    // The keys of the whole form, whichever field has the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("fields.name")} error={errors.name?.message}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              {...form.register("name", { required: t("form.nameNeeded") })}
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
                pattern: {
                  value: /^\s*(\S+@\S+\.\S+)?\s*$/,
                  message: t("form.emailWrong"),
                },
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
      </div>
      <Field label={t("sections.summary")} error={errors.summary?.message}>
        {(control) => <Textarea {...control} rows={6} {...form.register("summary")} />}
      </Field>
      {errors.root && (
        <p role="alert" className="text-danger-ink">
          {errors.root.message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button variant="primary" type="submit" busy={isSubmitting}>
          {t("common:save")}
        </Button>
      </div>
    </form>
  );
}
