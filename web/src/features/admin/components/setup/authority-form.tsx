/** Creates a certificate with the server's own certificate authority. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText, isApiError } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { addressOf } from "@/lib/secure-address";

import { useMakeCertificate } from "../../api/https";
import type { Https } from "../../api/types";
import { readNames, suggestNames } from "../../lib/https-address";

export function AuthorityForm({ https, onSaved }: { https: Https; onSaved: () => void }) {
  const { t } = useTranslation("setup");
  const make = useMakeCertificate();
  const [text, setText] = useState(() =>
    suggestNames(window.location, https.suggestedNames).join(", "),
  );
  const names = readNames(text);
  const [first] = names;
  const publicUrl = first === undefined ? null : addressOf(first, window.location);
  const send = (newAuthority: boolean) => {
    if (publicUrl && !make.isPending)
      make.mutate({ names, publicUrl, newAuthority }, { onSuccess: onSaved });
  };
  const needsNewAuthority = isApiError(make.error, "AUTHORITY_OTHER_NAMES", "AUTHORITY_UNUSABLE");
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <Field label={t("https.names")} hint={t("https.namesHint")} className="w-full max-w-prose">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {publicUrl && (
        <p className="max-w-prose text-base break-words">
          {t("https.opensAt", { address: publicUrl })}
        </p>
      )}
      {make.isError && <FormError>{errorText(make.error, t("https.createFailed"))}</FormError>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={make.isPending} disabled={!publicUrl} className="max-sm:h-11">
          {make.isPending ? t("https.creating") : t("https.create")}
        </Button>
        {needsNewAuthority && (
          <Button className="max-sm:h-11" disabled={!publicUrl} onClick={() => send(true)}>
            {t("https.newAuthority")}
          </Button>
        )}
      </div>
    </form>
  );
}
