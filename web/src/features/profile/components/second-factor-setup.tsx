/** Setup of the second factor: password, secret, first code. */
import { Check, Copy } from "lucide-react";
import { useRef, useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";

import { errorText, isApiError } from "@/api/errors";
import { OneTimeCodeInput } from "@/components/one-time-code-input";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { TOAST_MS } from "@/config/constants";
import { useRetryWait } from "@/hooks/use-retry-wait";
import { useTransient } from "@/hooks/use-transient";
import { copyText } from "@/lib/clipboard";
import { CODE_LENGTH } from "@/lib/one-time-code";

import {
  useBeginSecondFactor,
  useConfirmSecondFactor,
  type SecondFactorOffer,
} from "../api/second-factor";
import { groupsOfFour } from "../lib/secret";
import { ProfileError } from "./profile-error";

interface SecondFactorSetupProps {
  /** False for users who only sign in through an identity provider. */
  hasPassword: boolean;
  onConfirmed: (recoveryCodes: string[]) => void;
  /** Null if the second factor is required. */
  onCancel: (() => void) | null;
}

/** The secret as a QR code and as text. */
function Secret({ offer }: { offer: SecondFactorOffer }) {
  const { t } = useTranslation("account");
  const [copied, setCopied] = useTransient<true>(TOAST_MS);
  return (
    <div className="flex flex-col gap-4 sm:flex-row">
      {/* White in both themes: scanners need dark on light. */}
      <img
        src={offer.qrSvg}
        alt={t("secondFactor.qrAlt")}
        className="size-40 shrink-0 self-center rounded-md border border-line bg-white p-1 sm:self-start"
      />
      <div className="flex min-w-0 flex-col gap-2">
        <p className="text-base">{t("secondFactor.scan")}</p>
        <p className="text-sm text-muted">{t("secondFactor.orType")}</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="rounded-md border border-line bg-sunken px-2 py-1 font-mono text-sm break-words select-all">
            {groupsOfFour(offer.secret)}
          </code>
          <Button
            size="sm"
            icon={copied ? Check : Copy}
            aria-live="polite"
            onClick={() =>
              void copyText(offer.secret).then((worked) => {
                if (worked) setCopied(true);
              })
            }
          >
            {copied ? t("copied") : t("copy")}
          </Button>
        </div>
      </div>
    </div>
  );
}

function PasswordStep(props: {
  begin: ReturnType<typeof useBeginSecondFactor>;
  hasPassword: boolean;
  onCancel: (() => void) | null;
}) {
  const { begin, hasPassword, onCancel } = props;
  const { t } = useTranslation(["account", "common"]);
  const [password, setPassword] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const wait = useRetryWait(begin);
  const isWrong = isApiError(begin.error, "WRONG_PASSWORD");
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const isGiven = !hasPassword || password !== "";
    setIsMissing(!isGiven);
    if (isGiven) begin.mutate(hasPassword ? password : null);
  };
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4">
      {begin.isError && !isWrong && (
        <ProfileError error={begin.error} fallback={t("secondFactor.failed")} wait={wait} />
      )}
      {hasPassword && (
        <Field
          label={t("password.current")}
          hint={t("secondFactor.passwordHint")}
          error={
            isMissing
              ? t("password.currentMissing")
              : isWrong
                ? errorText(begin.error, t("secondFactor.failed"))
                : undefined
          }
        >
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{t("common:cancel")}</Button>}
        <Button type="submit" variant="primary" busy={begin.isPending} disabled={wait > 0}>
          {begin.isPending ? t("secondFactor.beginning") : t("secondFactor.continue")}
        </Button>
      </div>
    </form>
  );
}

/** The second factor is on once the first code has been verified. */
export function SecondFactorSetup({ hasPassword, onConfirmed, onCancel }: SecondFactorSetupProps) {
  const { t } = useTranslation(["account", "common"]);
  const begin = useBeginSecondFactor();
  const confirm = useConfirmSecondFactor();
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const wait = useRetryWait(confirm);

  if (!begin.data) {
    return <PasswordStep begin={begin} hasPassword={hasPassword} onCancel={onCancel} />;
  }
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const isWhole = code.length === CODE_LENGTH;
    setProblem(isWhole ? undefined : t("secondFactor.codeMissing"));
    if (!isWhole) return;
    confirm.mutate(code, {
      onSuccess: onConfirmed,
      onError: () => {
        setCode("");
        field.current?.focus();
      },
    });
  };
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-5">
      <Secret offer={begin.data} />
      {confirm.isError && (
        <ProfileError error={confirm.error} fallback={t("secondFactor.failed")} wait={wait} />
      )}
      <Field
        label={t("secondFactor.code")}
        hint={t("secondFactor.codeHint")}
        error={problem}
        className="sm:max-w-72"
      >
        {(control) => <OneTimeCodeInput {...control} ref={field} value={code} onChange={setCode} />}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{t("common:cancel")}</Button>}
        <Button type="submit" variant="primary" busy={confirm.isPending} disabled={wait > 0}>
          {confirm.isPending ? t("secondFactor.confirming") : t("secondFactor.confirm")}
        </Button>
      </div>
    </form>
  );
}
