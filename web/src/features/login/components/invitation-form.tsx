/** Form that sets the password of an invited user. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { isApiError } from "@/api/errors";
import { findProblem } from "@/api/field-problems";
import type { User } from "@/api/types";
import { NewPasswordField } from "@/components/new-password-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { MIN_PASSWORD_LENGTH } from "@/config/constants";
import { useRetryWait } from "@/hooks/use-retry-wait";

import { useAcceptInvitation } from "../api/invitation";
import { getChallenge } from "../lib/challenge";
import { SubmitError } from "./submit-error";

interface InvitationFormProps {
  invitationToken: string;
  username: string;
  onSignedIn: (user: User) => void;
  onChallenge: (challenge: string) => void;
  /** Called if the link was used or expired while the page was open. */
  onUnavailable: () => void;
}

export function InvitationForm(props: InvitationFormProps) {
  const { invitationToken, username, onSignedIn, onChallenge, onUnavailable } = props;
  const { t } = useTranslation(["auth", "common"]);
  const accept = useAcceptInvitation(invitationToken);
  const form = useForm({
    resolver: zodResolver(
      z.object({
        password: z
          .string()
          .min(
            MIN_PASSWORD_LENGTH,
            t("common:newPassword.minimum", { count: MIN_PASSWORD_LENGTH }),
          ),
      }),
    ),
    defaultValues: { password: "" },
  });
  const password = useWatch({ control: form.control, name: "password" });
  const wait = useRetryWait(accept);

  const onError = (error: Error) => {
    const challenge = getChallenge(error);
    if (challenge !== null) onChallenge(challenge);
    else if (isApiError(error, "INVITATION_UNAVAILABLE")) onUnavailable();
    else if (isApiError(error, "VALIDATION_ERROR")) {
      form.setError("password", {
        message: findProblem(error.fields, "password") ?? error.message,
      });
    }
  };
  const submit = form.handleSubmit((values) =>
    accept.mutate(values.password, {
      onSuccess: (response) => onSignedIn(response.admin),
      onError,
    }),
  );
  const isUnexplained =
    accept.isError &&
    getChallenge(accept.error) === null &&
    !isApiError(accept.error, "VALIDATION_ERROR");

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {isUnexplained && (
        <SubmitError error={accept.error} fallback={t("invitation.failed")} wait={wait} />
      )}
      <Field label={t("fields.username")}>
        {(control) => (
          // Shown to the user, and read by the browser's password manager.
          <Input
            {...control}
            value={username}
            readOnly
            autoComplete="username"
            className="bg-sunken text-muted"
          />
        )}
      </Field>
      <NewPasswordField
        label={t("fields.newPassword")}
        password={password}
        error={form.formState.errors.password?.message}
        {...form.register("password")}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={accept.isPending}
        disabled={wait > 0}
        className="text-base"
      >
        {accept.isPending ? t("invitation.submitting") : t("invitation.submit")}
      </Button>
    </form>
  );
}
