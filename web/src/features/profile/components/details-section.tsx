/** Name, email and timezone of the user. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { isApiError } from "@/api/errors";
import { findProblem } from "@/api/field-problems";
import type { User } from "@/api/types";
import { TimezoneSelect } from "@/components/timezone-select";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { useToast } from "@/components/ui/toast-context";
import { useRetryWait } from "@/hooks/use-retry-wait";

import { useSaveProfile } from "../api/profile";
import { ProfileError } from "./profile-error";
import { ProfileSection } from "./profile-section";

interface Details {
  name: string;
  email: string;
  timezone: string | null;
  /** Required to change the email address. */
  currentPassword: string;
}

const FIELDS = ["name", "email", "timezone"] as const;

function toDetails(user: User): Details {
  return {
    name: user.name,
    email: user.email ?? "",
    timezone: user.timezone,
    currentPassword: "",
  };
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
        currentPassword: z.string(),
      }),
    ),
    values: toDetails(user),
    // Unsaved input is kept when the profile is reloaded.
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const email = useWatch({ control: form.control, name: "email" });
  const isPasswordDue = user.isBasicAuth && email.trim() !== (user.email ?? "");
  const wait = useRetryWait(save);
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);

  const saved = save.data;
  const { reset } = form;
  useEffect(() => {
    // After the form has taken the new profile, which keeps the typed password.
    if (saved) reset(toDetails(saved));
  }, [saved, reset]);

  const showProblems = (error: Error) => {
    if (isApiError(error, "WRONG_PASSWORD")) {
      form.setError("currentPassword", { message: error.message }, { shouldFocus: true });
    } else if (isApiError(error, "VALIDATION_ERROR")) {
      for (const name of FIELDS) {
        const message = findProblem(error.fields, name);
        if (message) form.setError(name, { message });
      }
    }
  };
  const submit = form.handleSubmit(({ currentPassword, ...details }) => {
    if (isPasswordDue && currentPassword === "") {
      form.setError(
        "currentPassword",
        { message: t("password.currentMissing") },
        { shouldFocus: true },
      );
      return;
    }
    save.mutate(
      {
        ...details,
        email: details.email === "" ? null : details.email,
        ...(isPasswordDue && { currentPassword }),
      },
      {
        onSuccess: () => {
          toast.show(t("details.saved"));
        },
        onError: showProblems,
      },
    );
  });
  const isUnexplained =
    save.isError && !isApiError(save.error, "WRONG_PASSWORD", "VALIDATION_ERROR");

  return (
    <ProfileSection title={t("details.title")} description={t("details.description")}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isUnexplained && (
          <ProfileError error={save.error} fallback={t("details.failed")} wait={wait} />
        )}
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
        {isPasswordDue && (
          <Field
            label={t("password.current")}
            hint={t("details.passwordHint")}
            error={errors.currentPassword?.message}
          >
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register("currentPassword")}
                autoComplete="current-password"
              />
            )}
          </Field>
        )}
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
