/** Field for choosing a password, with a length indicator. */
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { MIN_PASSWORD_LENGTH } from "@/config/constants";
import { cn } from "@/lib/cn";
import { PASSWORD_LEVELS, passwordLevel } from "@/lib/password-length";

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof PasswordInput>, "value"> {
  label: string;
  /** Current input; its length is rated while typing. */
  password: string;
  error: string | undefined;
}

const LOOKS = { short: "bg-warning", enough: "bg-accent", good: "bg-accent", strong: "bg-accent" };

/** Rates the length only: composition rules make people write passwords down. */
export function NewPasswordField({ label, password, error, ...rest }: NewPasswordFieldProps) {
  const { t } = useTranslation();
  const level = passwordLevel(password);
  const filled = level === null ? 0 : PASSWORD_LEVELS.indexOf(level) + 1;
  const words =
    level === null
      ? t("newPassword.advice", { count: MIN_PASSWORD_LENGTH })
      : level === "short"
        ? t("newPassword.more", { count: MIN_PASSWORD_LENGTH - password.length })
        : t(`newPassword.${level}`);
  return (
    <Field
      label={label}
      error={error}
      hint={
        <>
          {level !== null && (
            <span className="mb-1.5 flex gap-1" aria-hidden>
              {PASSWORD_LEVELS.map((other, index) => (
                <span
                  key={other}
                  className={cn("h-1 grow rounded-full", index < filled ? LOOKS[level] : "bg-line")}
                />
              ))}
            </span>
          )}
          {words}
        </>
      }
    >
      {(control) => <PasswordInput {...control} autoComplete="new-password" {...rest} />}
    </Field>
  );
}
