/** Sends a test email with the saved settings. */
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { currentUserQuery } from "@/api/current-user";
import { emailFailureText } from "@/api/email-failures";
import { findDetails } from "@/api/error-details";
import { errorText, isApiError } from "@/api/errors";
import { Field } from "@/components/ui/field";
import { GatedButton } from "@/components/ui/gated-button";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast-context";

import { useSendTestEmail } from "../api/settings";

interface TestEmailProps {
  isReady: boolean;
  /** Unsaved changes block the test, because the email uses the saved settings. */
  isChanged: boolean;
}

export function TestEmail({ isReady, isChanged }: TestEmailProps) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const own = useQuery(currentUserQuery).data?.email ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const to = (typed ?? own).trim();
  const send = useSendTestEmail();
  const reason = isChanged
    ? t("settings.testMailUnsaved")
    : !isReady
      ? t("settings.testMailNotReady")
      : to === ""
        ? t("settings.testMailNoAddress")
        : null;
  const submit = () =>
    send.mutate(to, { onSuccess: () => toast.show(t("settings.testMailSent", { email: to })) });
  const failed = t("settings.testMailFailed");
  const refusal = findDetails(send.error, "MAIL_FAILED");
  const error = refusal
    ? `${failed} ${emailFailureText(refusal.failure)}`
    : send.isError
      ? ((isApiError(send.error) ? send.error.fields[0]?.message : undefined) ??
        errorText(send.error, failed))
      : undefined;
  return (
    <form
      noValidate
      className="border-t border-line px-4 py-4 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === null && !send.isPending) submit();
      }}
    >
      <Field
        label={t("settings.testMailTo")}
        hint={isReady ? t("settings.testMailHint") : t("settings.testMailNotReady")}
        error={error}
      >
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...control}
              type="email"
              value={typed ?? own}
              onChange={(event) => setTyped(event.target.value)}
              maxLength={320}
              className="max-w-sm grow basis-48"
            />
            <GatedButton
              type="submit"
              icon={Send}
              reason={reason}
              busy={send.isPending}
              className="max-sm:h-11"
            >
              {send.isPending ? t("settings.testMailSending") : t("settings.testMail")}
            </GatedButton>
          </div>
        )}
      </Field>
    </form>
  );
}
