/** Form of the first administrator. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { z } from "zod";

import { errorText, isApiError } from "@/api/errors";
import { findProblem } from "@/api/field-problems";
import { FormError } from "@/components/form-error";
import { NewPasswordField } from "@/components/new-password-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { UsernameField } from "@/components/username-field";
import { MIN_PASSWORD_LENGTH } from "@/config/constants";
import { paths } from "@/config/paths";
import { useEnter } from "@/hooks/use-enter";

import { useSetUp, type FirstAdmin } from "../api/set-up";
import { SetupCodeField } from "./setup-code-field";

const FIELDS = ["code", "username", "name", "password"] as const;

export function NewServerForm() {
  const { t } = useTranslation(["auth", "common"]);
  const enter = useEnter();
  const setUp = useSetUp();
  const form = useForm<FirstAdmin>({
    resolver: zodResolver(
      z.object({
        code: z.string().trim().min(1, t("setup.problems.code")),
        username: z
          .string()
          .trim()
          .min(1, t("problems.chooseUsername"))
          .max(150, t("problems.tooLong", { count: 150 })),
        name: z
          .string()
          .trim()
          .max(200, t("problems.tooLong", { count: 200 })),
        password: z
          .string()
          .min(
            MIN_PASSWORD_LENGTH,
            t("common:newPassword.minimum", { count: MIN_PASSWORD_LENGTH }),
          ),
      }),
    ),
    defaultValues: { code: "", username: "", name: "", password: "" },
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });
  const alreadyDone = isApiError(setUp.error, "INVALID_STATE");
  const aboutAField = isApiError(setUp.error, "SETUP_CODE_INVALID", "VALIDATION_ERROR");

  const showProblems = (error: Error) => {
    if (isApiError(error, "SETUP_CODE_INVALID")) {
      form.setError("code", { message: error.message }, { shouldFocus: true });
    } else if (isApiError(error, "VALIDATION_ERROR")) {
      for (const name of FIELDS) {
        const message = findProblem(error.fields, name);
        if (message) form.setError(name, { message });
      }
    }
  };

  const submit = form.handleSubmit((admin) =>
    setUp.mutate(admin, {
      onSuccess: (response) => void enter(response.admin, paths.adminSetup.to()),
      onError: showProblems,
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {setUp.isError && !aboutAField && (
        <FormError>
          {errorText(setUp.error, t("setup.failed"))}{" "}
          {alreadyDone && (
            <Link to={paths.login} className="font-medium underline">
              {t("setup.signIn")}
            </Link>
          )}
        </FormError>
      )}
      <SetupCodeField error={errors.code?.message} {...form.register("code")} />
      <UsernameField
        label={t("fields.username")}
        error={errors.username?.message}
        {...form.register("username")}
      />
      <Field
        label={t("setup.name")}
        optional
        hint={t("setup.nameHint")}
        error={errors.name?.message}
      >
        {(control) => <Input {...control} {...form.register("name")} autoComplete="name" />}
      </Field>
      <NewPasswordField
        label={t("fields.password")}
        password={password}
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={setUp.isPending}
        className="text-base"
      >
        {setUp.isPending ? t("setup.submitting") : t("setup.submit")}
      </Button>
    </form>
  );
}
