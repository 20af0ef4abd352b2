import { useTranslation } from "react-i18next";

import { errorText, isApiError, NETWORK_ERROR } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { formatElapsed } from "@/lib/format";

interface SubmitErrorProps {
  error: unknown;
  /** Where the server said nothing itself. */
  fallback: string;
  /** Seconds until the next try; 0 where it may be now. */
  wait: number;
}

/** Why a form of the sign-in was not accepted, and when it may be sent again. */
export function SubmitError({ error, fallback, wait }: SubmitErrorProps) {
  const { t } = useTranslation("auth");
  const isAway = isApiError(error, NETWORK_ERROR);
  return (
    <FormError>
      {isAway ? t("serverAway") : errorText(error, fallback)}
      {wait > 0 && (
        // Not announced every second: the alert itself was.
        <span aria-live="off" className="mt-1 block font-mono text-sm tabular-nums">
          {t("nextTry", { time: formatElapsed(wait) })}
        </span>
      )}
    </FormError>
  );
}
