/** Password change. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { isApiError } from "@/api/errors";
import { findProblem } from "@/api/field-problems";
import type { User } from "@/api/types";
import { HiddenUsername } from "@/components/hidden-username";
import { NewPasswordField } from "@/components/new-password-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { useToast } from "@/components/ui/toast-context";
import { MIN_PASSWORD_LENGTH } from "@/config/constants";
import { useRetryWait } from "@/hooks/use-retry-wait";

import { useChangePassword } from "../api/password";
import { ProfileError } from "./profile-error";
import { ProfileSection } from "./profile-section";

interface PasswordSectionProps {
  user: User;
  onUnsaved: (isUnsaved: boolean) => void;
}

const EMPTY = { currentPassword: "", newPassword: "" };

export function PasswordSection({ user, onUnsaved }: PasswordSectionProps) {
  const { t } = useTranslation(["account", "common"]);
  const toast = useToast();
  const change = useChangePassword();
  const form = useForm({
    resolver: zodResolver(
      z.object({
        currentPassword: user.isBasicAuth
          ? z.string().min(1, t("password.currentMissing"))
          : z.string(),
        newPassword: z
          .string()
          .min(
            MIN_PASSWORD_LENGTH,
            t("common:newPassword.minimum", { count: MIN_PASSWORD_LENGTH }),
          ),
      }),
    ),
    defaultValues: EMPTY,
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);
  const newPassword = useWatch({ control: form.control, name: "newPassword" });
  const wait = useRetryWait(change);

  const showProblems = (error: unknown) => {
    if (isApiError(error, "WRONG_PASSWORD")) {
      form.setError("currentPassword", { message: error.message }, { shouldFocus: true });
    } else if (isApiError(error, "VALIDATION_ERROR")) {
      form.setError(
        "newPassword",
        { message: findProblem(error.fields, "newPassword") ?? error.message },
        { shouldFocus: true },
      );
    }
  };
  const submit = form.handleSubmit(async (values) => {
    try {
      await change.mutateAsync({
        newPassword: values.newPassword,
        ...(user.isBasicAuth && { currentPassword: values.currentPassword }),
      });
    } catch (error) {
      showProblems(error);
      return;
    }
    // Not as a mutation callback: those are dropped if the component unmounts first.
    form.reset(EMPTY);
    toast.show(t("password.changed"));
  });
  const isUnexplained =
    change.isError && !isApiError(change.error, "WRONG_PASSWORD", "VALIDATION_ERROR");

  return (
    <ProfileSection
      title={t("password.title")}
      description={t(user.isBasicAuth ? "password.description" : "password.noneYet")}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isUnexplained && (
          <ProfileError error={change.error} fallback={t("password.failed")} wait={wait} />
        )}
        <HiddenUsername username={user.username} />
        {user.isBasicAuth && (
          <Field
            label={t(user.mustChangePassword ? "password.handedOut" : "password.current")}
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
        <NewPasswordField
          label={t("password.new")}
          password={newPassword}
          error={errors.newPassword?.message}
          {...form.register("newPassword")}
        />
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            busy={change.isPending}
            disabled={wait > 0 || !isDirty}
          >
            {change.isPending
              ? t("password.changing")
              : t(user.isBasicAuth ? "password.change" : "password.set")}
          </Button>
        </div>
      </form>
    </ProfileSection>
  );
}
