/** Failures of getUserMedia and their texts. */
import type { TFunction } from "i18next";

import type { Role } from "../engine/protocol";

export type MediaFailure = "denied" | "notFound" | "timeout" | "other";

/** Timeout of `getUserMedia`: a permission prompt may go unnoticed. */
export const MEDIA_TIMEOUT_MS = 30_000;

export class MediaTimeout extends Error {
  constructor() {
    super("The browser did not provide a camera or microphone in time.");
    this.name = "MediaTimeout";
  }
}

export function toMediaFailure(error: unknown): MediaFailure {
  if (error instanceof MediaTimeout) return "timeout";
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "notFound";
  return "other";
}

/** The message for each side. */
export function mediaFailureText(t: TFunction<"rooms">, role: Role, failure: MediaFailure): string {
  return role === "candidate" ? t("media.failures.candidate") : t(`media.failures.${failure}`);
}
