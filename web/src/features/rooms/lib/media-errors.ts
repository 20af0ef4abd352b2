/** Failures of getUserMedia and their texts. */
import type { TFunction } from "i18next";

import type { Role } from "../engine/protocol";

export type MediaFailure = "denied" | "insecure" | "notFound" | "inUse" | "timeout" | "other";

/** Timeout of `getUserMedia`: a permission prompt may go unnoticed. */
export const MEDIA_TIMEOUT_MS = 30_000;

export class MediaTimeout extends Error {
  constructor() {
    super("The browser did not provide a camera or microphone in time.");
    this.name = "MediaTimeout";
  }
}

/** Outside https and localhost, browsers have no `mediaDevices`. */
export class InsecurePage extends Error {
  constructor() {
    super("The page was not opened over https.");
    this.name = "InsecurePage";
  }
}

export function toMediaFailure(error: unknown): MediaFailure {
  if (error instanceof MediaTimeout) return "timeout";
  if (error instanceof InsecurePage) return "insecure";
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "notFound";
  if (name === "NotReadableError") return "inUse";
  return "other";
}

/** The message for each side. */
export function mediaFailureText(t: TFunction<"rooms">, role: Role, failure: MediaFailure): string {
  if (failure === "insecure") return t("media.failures.insecure");
  if (role === "candidate") return t("media.failures.candidate");
  return t(`media.failures.${failure === "inUse" ? "other" : failure}`);
}
