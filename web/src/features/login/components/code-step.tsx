/** Second sign-in step: code or recovery code. */
import { useRef, useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";

import { isApiError } from "@/api/errors";
import type { User } from "@/api/types";
import { OneTimeCodeInput } from "@/components/one-time-code-input";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useRetryWait } from "@/hooks/use-retry-wait";
import { CODE_LENGTH } from "@/lib/one-time-code";

import { useSecondFactor } from "../api/second-factor";
import { SubmitError } from "./submit-error";

interface CodeStepProps {
  challenge: string;
  onSignedIn: (user: User) => void;
  /** The challenge has expired or is invalid: sign-in starts again. */
  onExpired: (message: string) => void;
}

export function CodeStep({ challenge, onSignedIn, onExpired }: CodeStepProps) {
  const { t } = useTranslation("auth");
  const check = useSecondFactor(challenge);
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const wait = useRetryWait(check);

  const send = (entered: string) => {
    if (check.isPending || wait > 0) return;
    const isEntered = isRecovery ? entered.trim() !== "" : entered.length === CODE_LENGTH;
    setProblem(isEntered ? undefined : t(isRecovery ? "problems.recoveryCode" : "problems.code"));
    if (!isEntered) return;
    check.mutate(entered.trim(), {
      onSuccess: (response) => onSignedIn(response.admin),
      onError: (error) => {
        if (isApiError(error, "CHALLENGE_EXPIRED")) onExpired(error.message);
        else {
          setCode("");
          field.current?.focus();
        }
      },
    });
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    send(code);
  };
  const swap = () => {
    setIsRecovery(!isRecovery);
    setCode("");
    setProblem(undefined);
    check.reset();
  };

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {check.isError && (
        <SubmitError error={check.error} fallback={t("secondStep.failed")} wait={wait} />
      )}
      {isRecovery ? (
        <Field
          key="recovery"
          label={t("secondStep.recoveryCode")}
          hint={t("secondStep.recoveryDescription")}
          error={problem}
        >
          {(control) => (
            <Input
              {...control}
              ref={field}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              className="font-mono"
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the one field of a step that was just asked for
              autoFocus
            />
          )}
        </Field>
      ) : (
        <Field key="app" label={t("secondStep.code")} error={problem}>
          {(control) => (
            <OneTimeCodeInput
              {...control}
              ref={field}
              value={code}
              onChange={setCode}
              onComplete={send}
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the one field of this step
              autoFocus
            />
          )}
        </Field>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={check.isPending}
        disabled={wait > 0}
        className="text-base"
      >
        {check.isPending ? t("secondStep.submitting") : t("secondStep.submit")}
      </Button>
      <Button variant="ghost" onClick={swap} className="self-center whitespace-normal">
        {isRecovery ? t("secondStep.useApp") : t("secondStep.useRecoveryCode")}
      </Button>
    </form>
  );
}
