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

export function editErrorMessage(
  t: T,
  edit: "update" | "delete" | "empty" | "add",
  error: unknown,
): string {
  if (isRefused(error)) return t("errors.authentication");
  if (isApiError(error, "QUESTION_LIMIT")) return t("errors.limitAdding");
  return t(`errors.${edit}`, { reason: ownWords(error) });
}
