import type { ComponentProps } from "react";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface UsernameFieldProps extends ComponentProps<typeof Input> {
  label: string;
  error?: string | undefined;
}

/** A username as one signs in with it: the browser fills it in and corrects nothing. */
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
