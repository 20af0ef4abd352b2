/** Self-registration form. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { z } from "zod";

import { isApiError } from "@/api/errors";
import { findProblem } from "@/api/field-problems";
import type { User } from "@/api/types";
import { NewPasswordField } from "@/components/new-password-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { UsernameField } from "@/components/username-field";
import { MIN_PASSWORD_LENGTH } from "@/config/constants";
import { paths } from "@/config/paths";
import { useRetryWait } from "@/hooks/use-retry-wait";

import type { Registration, useRegister } from "../api/register";
import { EntryLink } from "./entry-footer";
import { SubmitError } from "./submit-error";

const FIELDS = ["name", "email", "username", "password"] as const;

interface RegisterFormProps {
  register: ReturnType<typeof useRegister>;
  onRegistered: (user: User) => void;
}

export function RegisterForm({ register, onRegistered }: RegisterFormProps) {
  const { t } = useTranslation(["auth", "common"]);
  const form = useForm<Registration>({
    resolver: zodResolver(
      z.object({
        name: z
          .string()
          .trim()
          .min(1, t("problems.name"))
          .max(200, t("problems.tooLong", { count: 200 })),
        email: z
          .string()
          .trim()
          .min(1, t("problems.email"))
          .regex(/^[^\s@<>]+@[^\s@<>]+$/u, t("problems.emailForm")),
        username: z
          .string()
          .trim()
          .min(1, t("problems.chooseUsername"))
          .max(150, t("problems.tooLong", { count: 150 })),
        password: z
          .string()
          .min(
            MIN_PASSWORD_LENGTH,
            t("common:newPassword.minimum", { count: MIN_PASSWORD_LENGTH }),
          ),
      }),
    ),
    defaultValues: { name: "", email: "", username: "", password: "" },
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });
  const wait = useRetryWait(register);
  const aboutAField = isApiError(
    register.error,
    "USERNAME_TAKEN",
    "EMAIL_TAKEN",
    "VALIDATION_ERROR",
  );

  const showProblems = (error: Error) => {
    if (isApiError(error, "USERNAME_TAKEN")) {
      form.setError("username", { message: error.message }, { shouldFocus: true });
    } else if (isApiError(error, "EMAIL_TAKEN")) {
      form.setError("email", { message: error.message }, { shouldFocus: true });
    } else if (isApiError(error, "VALIDATION_ERROR")) {
      for (const name of FIELDS) {
        const message = findProblem(error.fields, name);
        if (message) form.setError(name, { message });
      }
    }
  };
  const submit = form.handleSubmit((registration) =>
    register.mutate(registration, {
      onSuccess: (response) => onRegistered(response.admin),
      onError: showProblems,
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {register.isError && !aboutAField && (
        <SubmitError error={register.error} fallback={t("register.failed")} wait={wait} />
      )}
      <Field label={t("fields.name")} hint={t("register.nameHint")} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="name" />}
      </Field>
      <Field label={t("fields.email")} error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...form.register("email")} type="email" autoComplete="email" />
        )}
      </Field>
      <UsernameField
        label={t("fields.username")}
        error={errors.username?.message}
        {...form.register("username")}
      />
      <NewPasswordField
        label={t("fields.password")}
        password={password}
        error={errors.password?.message}
        {...form.register("password")}
      />
      <p className="text-sm text-muted">
        <Trans
          t={t}
          i18nKey="register.accept"
          components={{
            terms: <EntryLink to={paths.terms} />,
            privacy: <EntryLink to={paths.privacy} />,
          }}
        />
      </p>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={register.isPending}
        disabled={wait > 0}
        className="text-base"
      >
        {register.isPending ? t("register.submitting") : t("register.submit")}
      </Button>
    </form>
  );
}
