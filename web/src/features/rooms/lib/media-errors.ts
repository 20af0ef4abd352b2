import type { Role } from "../engine/protocol";

export type MediaFailure = "denied" | "not-found" | "timeout" | "other";

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
  if (name === "NotFoundError" || name === "OverconstrainedError") return "not-found";
  return "other";
}

const RECRUITER_TEXTS: Record<MediaFailure, string> = {
  denied: "Camera and microphone access denied. Please allow permissions and refresh the page.",
  "not-found": "No camera or microphone found. Please check your devices and refresh.",
  timeout: "Connection timeout. Please check your internet connection and try again.",
  other: "Failed to initialize video call. Please refresh and try again.",
};

/** The documents' sentence for each side (doc 001 §8). */
export function mediaFailureText(role: Role, failure: MediaFailure): string {
  return role === "candidate"
    ? "Failed to access camera/microphone. Please allow permissions and refresh."
    : RECRUITER_TEXTS[failure];
}
