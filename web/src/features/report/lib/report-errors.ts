import type { TFunction } from "i18next";

import { errorText, isApiError } from "@/api/errors";

/** The sentence under 'Error Loading Report'. */
export function loadErrorMessage(t: TFunction<"report">, error: unknown): string {
  if (isApiError(error) && (error.status === 401 || error.status === 403)) {
    return t("errors.authentication");
  }
  const reason = errorText(error, error instanceof Error ? error.message : "");
  return reason === "" ? t("errors.loadUnknown") : t("errors.load", { reason });
}

export function analysisErrorMessage(t: TFunction<"report">, error: unknown): string {
  return errorText(error, t("errors.analysis"));
}
