/** Error of an entry form, with the time until the next attempt. */
import { useTranslation } from "react-i18next";

import { errorText, isApiError, NETWORK_ERROR } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { formatElapsed } from "@/lib/format";

interface SubmitErrorProps {
  error: unknown;
  /** Used if the server sent no message. */
  fallback: string;
  /** Seconds until the next attempt is allowed; 0 if it is. */
  wait: number;
}

export function SubmitError({ error, fallback, wait }: SubmitErrorProps) {
  const { t } = useTranslation("auth");
  const isAway = isApiError(error, NETWORK_ERROR);
  return (
    <FormError>
      {isAway ? t("serverAway") : errorText(error, fallback)}
      {wait > 0 && (
        // Not announced every second; the alert itself has been.
        <span aria-live="off" className="mt-1 block font-mono text-sm tabular-nums">
          {t("nextTry", { time: formatElapsed(wait) })}
        </span>
      )}
    </FormError>
  );
}
