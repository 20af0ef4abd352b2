/** Error of a change to the profile, with the way to sign in again where that is what it needs. */
import { useTranslation } from "react-i18next";

import { errorText, isApiError } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { paths } from "@/config/paths";
import { formatElapsed } from "@/lib/format";
import { withReturn } from "@/lib/return-path";

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
      {isApiError(error, "REAUTHENTICATION_REQUIRED") && (
        <>
          {" "}
          <a href={withReturn("/auth/google", paths.profile)} className="underline">
            {t("signInAgain")}
          </a>
        </>
      )}
    </FormError>
  );
}
