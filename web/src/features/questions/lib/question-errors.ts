/** Error messages of the questions panel. */
import type { TFunction } from "i18next";

import { errorText, isApiError } from "@/api/errors";

type T = TFunction<"questions">;

function isRefused(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.status === 403);
}

function serverText(error: unknown): string {
  return errorText(error, error instanceof Error ? error.message : "");
}

export function generationErrorMessage(t: T, error: unknown): string {
  if (isRefused(error)) return t("errors.authentication");
  if (isApiError(error, "QUESTION_LIMIT")) return t("errors.limitGenerating");
  if (isApiError(error) && error.status === 404) return t("errors.notFound");
  return serverText(error) || t("errors.generate");
}

/** Edits of questions and templates; each has an error text in `errors`. */
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
  // Another tab changed the list; it is reloaded.
  if (edit === "order" && isApiError(error) && error.status === 422) return t("errors.orderStale");
  return t(`errors.${edit}`, { reason: serverText(error) });
}

/** Why the questions of an interview cannot be shown. */
export function accessErrorMessage(t: T, error: unknown): string {
  if (isRefused(error)) return t("errors.access");
  return t("errors.verify", { reason: serverText(error) });
}

/** Whether generating the rest again may succeed. */
export function canRetry(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429);
}
