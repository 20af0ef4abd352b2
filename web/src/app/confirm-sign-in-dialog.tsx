/** Dialogs that ask for the password again, or lead to the identity provider. */
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";

import { api } from "@/api/client";
import { errorText, isApiError } from "@/api/errors";
import type { User } from "@/api/types";
import { FormError } from "@/components/form-error";
import { HiddenUsername } from "@/components/hidden-username";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { useRetryWait } from "@/hooks/use-retry-wait";
import { formatElapsed } from "@/lib/format";
import { withReturn } from "@/lib/return-path";

const FORM = "confirm-sign-in";

export type OnAnswer = (isConfirmed: boolean) => void;

export function ConfirmSignInDialog({ user, onAnswer }: { user: User; onAnswer: OnAnswer }) {
  return user.isBasicAuth ? (
    <PasswordDialog user={user} onAnswer={onAnswer} />
  ) : (
    <ProviderDialog onAnswer={onAnswer} />
  );
}

function PasswordDialog({ user, onAnswer }: { user: User; onAnswer: OnAnswer }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const confirm = useMutation({
    mutationFn: () => api.post("/api/auth/confirm", { body: { password } }),
  });
  const wait = useRetryWait(confirm);
  const isWrong = isApiError(confirm.error, "WRONG_PASSWORD");
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    setIsMissing(password === "");
    if (password === "" || confirm.isPending || wait > 0) return;
    confirm.mutate(undefined, {
      onSuccess: () => onAnswer(true),
      onError: (error) => {
        // The session has ended: the sign-in page is shown.
        if (isApiError(error) && error.status === 401) onAnswer(false);
        else field.current?.select();
      },
    });
  };
  const problem = isWrong ? errorText(confirm.error, t("confirmSignIn.failed")) : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      title={t("confirmSignIn.title")}
      description={t("confirmSignIn.text")}
      width="sm"
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t("cancel")}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={confirm.isPending}
            disabled={wait > 0}
          >
            {confirm.isPending ? t("confirmSignIn.confirming") : t("confirmSignIn.confirm")}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={send} noValidate className="flex flex-col gap-4">
        {confirm.isError && !isWrong && (
          <FormError>
            {errorText(confirm.error, t("confirmSignIn.failed"))}
            {wait > 0 && ` ${t("confirmSignIn.nextTry", { time: formatElapsed(wait) })}`}
          </FormError>
        )}
        <HiddenUsername username={user.username} />
        <Field
          label={t("confirmSignIn.password")}
          error={isMissing ? t("confirmSignIn.missing") : problem}
        >
          {(control) => (
            <PasswordInput
              {...control}
              ref={field}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
              data-autofocus
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

/** For users who sign in at the identity provider only: it asks them again, then leads back here. */
function ProviderDialog({ onAnswer }: { onAnswer: OnAnswer }) {
  const { t } = useTranslation();
  const here = window.location.pathname + window.location.search;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      title={t("confirmSignIn.title")}
      description={t("confirmSignIn.provider")}
      width="sm"
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onAnswer(false)}>{t("cancel")}</Button>
        <a
          href={`${withReturn("/auth/google", here)}&again=true`}
          className={buttonClass("primary")}
        >
          {t("confirmSignIn.signIn")}
        </a>
      </div>
    </Dialog>
  );
}
