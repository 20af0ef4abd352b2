/** Error messages of the report page. */
import type { TFunction } from "i18next";

import { findDetails } from "@/api/error-details";
import { errorText, isApiError } from "@/api/errors";

/** The sentence under 'Error Loading Report'. */
export function loadErrorMessage(t: TFunction<"report">, error: unknown): string {
  if (isApiError(error) && (error.status === 401 || error.status === 403)) {
    return t("errors.authentication");
  }
  const reason = errorText(error, error instanceof Error ? error.message : "");
  return reason === "" ? t("errors.loadUnknown") : t("errors.load", { reason });
}

/** Why a run failed, in the language of the page. */
export function analysisErrorMessage(t: TFunction<"report">, error: unknown): string {
  const details = findDetails(error, "ANALYSIS_FAILED");
  return details ? t(`problems.${details.problem}`) : errorText(error, t("errors.analysis"));
}
