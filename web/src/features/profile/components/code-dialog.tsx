/** Dialog that requires a code from the app before its action. */
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { OneTimeCodeInput } from "@/components/one-time-code-input";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { useRetryWait } from "@/hooks/use-retry-wait";
import { formatElapsed } from "@/lib/format";
import { CODE_LENGTH } from "@/lib/one-time-code";

interface CodeDialogProps {
  title: string;
  description: string;
  confirmLabel: string;
  busyLabel: string;
  tone: "primary" | "danger";
  call: {
    mutate: (code: string) => void;
    isPending: boolean;
    error: unknown;
    submittedAt: number;
  };
  onClose: () => void;
}

export function CodeDialog(props: CodeDialogProps) {
  const { call } = props;
  const { t } = useTranslation(["account", "common"]);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const wait = useRetryWait(call);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const isWhole = code.length === CODE_LENGTH;
    setProblem(isWhole ? undefined : t("secondFactor.codeMissing"));
    if (isWhole) {
      call.mutate(code);
      setCode("");
    }
  };
  return (
    <Dialog open onOpenChange={props.onClose} title={props.title} width="sm">
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <p className="text-base text-muted">{props.description}</p>
        {call.error !== null && !call.isPending && (
          <FormError>
            {errorText(call.error, t("secondFactor.failed"))}
            {wait > 0 && ` ${t("nextTry", { time: formatElapsed(wait) })}`}
          </FormError>
        )}
        <Field label={t("secondFactor.code")} error={problem}>
          {(control) => <OneTimeCodeInput {...control} value={code} onChange={setCode} />}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={props.onClose}>{t("common:cancel")}</Button>
          <Button type="submit" variant={props.tone} busy={call.isPending} disabled={wait > 0}>
            {call.isPending ? props.busyLabel : props.confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
