import type { TFunction } from "i18next";

import { errorText, isApiError } from "@/api/errors";

type T = TFunction<"questions">;

function isRefused(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.status === 403);
}

function ownWords(error: unknown): string {
  return errorText(error, error instanceof Error ? error.message : "");
}

export function generationErrorMessage(t: T, error: unknown): string {
  if (isRefused(error)) return t("errors.authentication");
  if (isApiError(error, "QUESTION_LIMIT")) return t("errors.limitGenerating");
  if (isApiError(error) && error.status === 404) return t("errors.notFound");
  return ownWords(error) || t("errors.generate");
}

/** What can be done to questions and templates; each has its sentence in `errors`. */
export type Edit =
  | "update"
  | "delete"
  | "empty"
  | "add"
  | "order"
  | "rewrite"
  | "saveTemplate"
  | "changeTemplate"
  | "deleteTemplate"
  | "applyTemplate";

export function editErrorMessage(t: T, edit: Edit, error: unknown): string {
  if (isRefused(error)) return t("errors.authentication");
  if (isApiError(error, "QUESTION_LIMIT")) return t("errors.limitAdding");
  // Another tab changed the list: what stands now is loaded again.
  if (edit === "order" && isApiError(error) && error.status === 422) return t("errors.orderStale");
  return t(`errors.${edit}`, { reason: ownWords(error) });
}

/** Why the questions of an interview cannot be shown. */
export function accessErrorMessage(t: T, error: unknown): string {
  if (isRefused(error)) return t("errors.access");
  return t("errors.verify", { reason: ownWords(error) });
}

/** Whether asking once more for what was not written can help. */
export function canAskAgain(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429);
}
