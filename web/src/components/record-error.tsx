/** Error of a record that could not be loaded. Says first whether the server is unreachable. */
import { useTranslation } from "react-i18next";

import { isApiError, NETWORK_ERROR } from "@/api/errors";
import { ErrorState } from "@/components/ui/error-state";

interface RecordErrorProps {
  title: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

export function RecordError({ title, error, retrying, onRetry }: RecordErrorProps) {
  const { t } = useTranslation();
  const isAway = isApiError(error, NETWORK_ERROR);
  return (
    <ErrorState
      title={isAway ? t("backendAway.title") : title}
      message={isAway ? t("backendAway.hint") : undefined}
      error={error}
      retrying={retrying}
      onRetry={onRetry}
    />
  );
}
