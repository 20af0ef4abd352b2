/** Username field with autofill and without autocorrection. */
import type { ComponentProps } from "react";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface UsernameFieldProps extends ComponentProps<typeof Input> {
  label: string;
  error?: string | undefined;
}

export function UsernameField({ label, error, ...input }: UsernameFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
