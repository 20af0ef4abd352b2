/** Error messages of failed uploads. */
import type { TFunction } from "i18next";

import { errorText, isApiError, TIMEOUT } from "@/api/errors";
import { formatMegabytes } from "@/lib/document-files";

/** Error message of a failed upload. The server's message takes precedence. */
export function processingErrorMessage(
  t: TFunction<"documents">,
  error: unknown,
  maxBytes: number,
): string {
  if (!isApiError(error)) return t("errors.unexpected");
  if (error.code === TIMEOUT) return t("errors.timeout");
  if (error.status === 413) {
    return errorText(error, t("errors.tooLarge", { megabytes: formatMegabytes(maxBytes) }));
  }
  return errorText(error, error.status >= 500 ? t("errors.server") : t("errors.unexpected"));
}
