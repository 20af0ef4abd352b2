import type { TFunction } from "i18next";

import type { Role } from "../engine/protocol";

export type MediaFailure = "denied" | "notFound" | "timeout" | "other";

/** `getUserMedia` did not answer in this time: a permission question that nobody sees. */
export const MEDIA_TIMEOUT_MS = 30_000;

export class MediaTimeout extends Error {
  constructor() {
    super("The browser gave no camera and no microphone in time.");
    this.name = "MediaTimeout";
  }
}

export function mediaFailureOf(error: unknown): MediaFailure {
  if (error instanceof MediaTimeout) return "timeout";
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "notFound";
  return "other";
}

/** The documents' sentence for each side (doc 001 §8). */
export function mediaFailureText(t: TFunction<"rooms">, role: Role, failure: MediaFailure): string {
  return role === "candidate" ? t("media.failures.candidate") : t(`media.failures.${failure}`);
}
