/** First sign-in step: username and password. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import type { User } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { UsernameField } from "@/components/username-field";
import { useRetryWait } from "@/hooks/use-retry-wait";

import { useSignIn, type Credentials } from "../api/sign-in";
import { getChallenge } from "../lib/challenge";
import { SubmitError } from "./submit-error";

interface PasswordStepProps {
  onSignedIn: (user: User) => void;
  /** Called if the password is correct and a code is required. */
  onChallenge: (challenge: string) => void;
}

export function PasswordStep({ onSignedIn, onChallenge }: PasswordStepProps) {
  const { t } = useTranslation("auth");
  const signIn = useSignIn();
  const form = useForm<Credentials>({
    resolver: zodResolver(
      z.object({
        username: z.string().trim().min(1, t("problems.username")),
        password: z.string().min(1, t("problems.password")),
      }),
    ),
    defaultValues: { username: "", password: "" },
  });
  const { errors } = form.formState;
  const wait = useRetryWait(signIn);

  const submit = form.handleSubmit((credentials) =>
    signIn.mutate(credentials, {
      onSuccess: (response) => onSignedIn(response.admin),
      onError: (error) => {
        const challenge = getChallenge(error);
        if (challenge !== null) onChallenge(challenge);
        else form.resetField("password");
      },
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {signIn.isError && getChallenge(signIn.error) === null && (
        <SubmitError error={signIn.error} fallback={t("login.failed")} wait={wait} />
      )}
      <UsernameField
        label={t("fields.username")}
        error={errors.username?.message}
        {...form.register("username")}
      />
      <Field label={t("fields.password")} error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register("password")}
            autoComplete="current-password"
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={signIn.isPending}
        disabled={wait > 0}
        className="text-base"
      >
        {signIn.isPending ? t("login.submitting") : t("login.submit")}
      </Button>
    </form>
  );
}
