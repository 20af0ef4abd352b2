/** Field for the one-time code that the server printed. */
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface SetupCodeFieldProps extends ComponentProps<"input"> {
  error: string | undefined;
}

export function SetupCodeField({ error, ...input }: SetupCodeFieldProps) {
  const { t } = useTranslation("auth");
  return (
    <Field label={t("setup.code")} hint={t("setup.codeHint")} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  );
}
