/** Error of a change to the profile. */
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { formatElapsed } from "@/lib/format";

interface ProfileErrorProps {
  error: unknown;
  /** Used if the server sent no message. */
  fallback: string;
  /** Seconds until the next attempt is allowed; 0 if it is. */
  wait?: number;
}

export function ProfileError({ error, fallback, wait = 0 }: ProfileErrorProps) {
  const { t } = useTranslation("account");
  return (
    <FormError>
      {errorText(error, fallback)}
      {wait > 0 && ` ${t("nextTry", { time: formatElapsed(wait) })}`}
    </FormError>
  );
}
