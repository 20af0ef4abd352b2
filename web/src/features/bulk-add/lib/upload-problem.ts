/** Messages that say why a file could not be uploaded. */
import type { TFunction } from "i18next";

import { errorText, isApiError, isCancelled, TIMEOUT } from "@/api/errors";
import { documentProblem, formatMegabytes } from "@/lib/document-files";

import type { UploadProblem } from "./uploads";

/** Why an upload failed. The server's message takes precedence. */
export function problemOfError(error: unknown): UploadProblem {
  if (isCancelled(error)) return { key: "cancelled" };
  if (!isApiError(error)) return { key: "failed" };
  if (error.code === TIMEOUT) return { key: "timeout" };
  const text = errorText(error, "");
  if (text !== "") return { text };
  if (error.status === 413) return { key: "tooLargeForServer" };
  return { key: error.status >= 500 ? "server" : "failed" };
}

/** Why a file is not uploaded at all, or null. */
export function problemOfFile(file: File, maxBytes: number): UploadProblem | null {
  const key = documentProblem(file, maxBytes);
  return key === null ? null : { key };
}

export function problemText(
  t: TFunction<"bulk">,
  problem: UploadProblem,
  maxBytes: number,
): string {
  if ("text" in problem) return problem.text;
  return t(`errors.${problem.key}`, { megabytes: formatMegabytes(maxBytes) });
}
