/** Name, email and timezone of the user. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { errorText, isApiError } from "@/api/errors";
import { findProblem } from "@/api/field-problems";
import type { User } from "@/api/types";
import { FormError } from "@/components/form-error";
import { TimezoneSelect } from "@/components/timezone-select";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast-context";

import { useSaveProfile } from "../api/profile";
import { ProfileSection } from "./profile-section";

interface Details {
  name: string;
  email: string;
  timezone: string | null;
}

const FIELDS = ["name", "email", "timezone"] as const;

function toDetails(user: User): Details {
  return { name: user.name, email: user.email ?? "", timezone: user.timezone };
}

interface DetailsSectionProps {
  user: User;
  onUnsaved: (isUnsaved: boolean) => void;
}

export function DetailsSection({ user, onUnsaved }: DetailsSectionProps) {
  const { t } = useTranslation("account");
  const toast = useToast();
  const save = useSaveProfile();
  const form = useForm<Details>({
    resolver: zodResolver(
      z.object({
        name: z
          .string()
          .trim()
          .max(200, t("problems.tooLong", { count: 200 })),
        email: z
          .string()
          .trim()
          .regex(/^([^\s@<>]+@[^\s@<>]+)?$/u, t("problems.email")),
        timezone: z.string().nullable(),
      }),
    ),
    values: toDetails(user),
    // Unsaved input is kept when the profile is reloaded.
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);

  const showProblems = (error: Error) => {
    if (isApiError(error, "EMAIL_TAKEN")) {
      form.setError("email", { message: error.message }, { shouldFocus: true });
    } else if (isApiError(error, "VALIDATION_ERROR")) {
      for (const name of FIELDS) {
        const message = findProblem(error.fields, name);
        if (message) form.setError(name, { message });
      }
    }
  };
  const submit = form.handleSubmit((details) =>
    save.mutate(
      { ...details, email: details.email === "" ? null : details.email },
      {
        onSuccess: (saved) => {
          form.reset(toDetails(saved));
          toast.show(t("details.saved"));
        },
        onError: showProblems,
      },
    ),
  );
  const isUnexplained = save.isError && !isApiError(save.error, "EMAIL_TAKEN", "VALIDATION_ERROR");

  return (
    <ProfileSection title={t("details.title")} description={t("details.description")}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isUnexplained && <FormError>{errorText(save.error, t("details.failed"))}</FormError>}
        <Field label={t("details.name")} hint={t("details.nameHint")} error={errors.name?.message}>
          {(control) => (
            <Input {...control} {...form.register("name")} autoComplete="name" dir="auto" />
          )}
        </Field>
        <Field label={t("details.email")} error={errors.email?.message}>
          {(control) => (
            <Input {...control} {...form.register("email")} type="email" autoComplete="email" />
          )}
        </Field>
        <Field
          label={t("details.timezone")}
          hint={t("details.timezoneHint")}
          error={errors.timezone?.message}
        >
          {(control) => (
            <Controller
              control={form.control}
              name="timezone"
              render={({ field }) => (
                <TimezoneSelect {...control} value={field.value} onChange={field.onChange} />
              )}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="grow text-sm text-muted">
            {isDirty && t("details.unsaved")}
          </p>
          {isDirty && (
            <Button
              disabled={save.isPending}
              onClick={() => {
                form.reset(toDetails(user));
                save.reset();
              }}
            >
              {t("details.discard")}
            </Button>
          )}
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isDirty}>
            {save.isPending ? t("details.saving") : t("details.save")}
          </Button>
        </div>
      </form>
    </ProfileSection>
  );
}
