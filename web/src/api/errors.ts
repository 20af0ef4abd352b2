import i18next from "i18next";

import { currentLanguage } from "@/lib/i18n";

export interface FieldProblem {
  path: string;
  message: string;
}

/**
 * The server's answer to a call that failed, or why no answer came. Its message is for a person,
 * in the language of the screens.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  /** Seconds, from Retry-After. */
  readonly retryAfterSeconds: number | null;
  /** The answer's body, for what a single code carries beside its sentence. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    init: {
      status: number;
      code: string;
      fields?: readonly FieldProblem[];
      retryAfterSeconds?: number | null;
      details?: Readonly<Record<string, unknown>>;
    },
  ) {
    super(message);
    this.name = "ApiError";
    this.status = init.status;
    this.code = init.code;
    this.fields = init.fields ?? [];
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
    this.details = init.details ?? {};
  }
}

/** `code` where no answer came: the server is away, the time is over, or the caller gave up. */
export const NETWORK_ERROR = "NETWORK_ERROR";
export const TIMEOUT = "TIMEOUT";

export function isApiError(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}

export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** The sentence of the server's `code` in the language of the screens; null where it has none. */
function sentenceOf(code: string): string | null {
  const sentence: unknown = i18next.getResource(i18next.language, "errors", code);
  return typeof sentence === "string" ? sentence : null;
}

/** An error of this side: `code` is one of the two above. */
export function noAnswer(code: typeof NETWORK_ERROR | typeof TIMEOUT): ApiError {
  return new ApiError(i18next.t(`noAnswer.${code}`), { status: 0, code });
}

/** The sentence of the error where there is one, else `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}

interface ErrorBody {
  error?: unknown;
  message?: unknown;
  code?: unknown;
  fields?: unknown;
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}

/**
 * What the server says of `code`, in the language of the screens. It speaks English, and says more
 * than a code can: whom it refuses, for how long, what is wrong with a file.
 */
export function serverSentence(code: string, english: string | null): string | null {
  return currentLanguage() === "en" ? english : (sentenceOf(code) ?? english);
}

/** Builds the error of an answer that is not 2xx, whatever its body is. */
export function errorOfAnswer(status: number, body: unknown, retryAfter: string | null): ApiError {
  const parsed: ErrorBody = typeof body === "object" && body !== null ? body : {};
  const sentence = [parsed.error, parsed.message].find(
    (text): text is string => typeof text === "string" && text !== "",
  );
  const seconds = Number(retryAfter ?? Number.NaN);
  const code = typeof parsed.code === "string" ? parsed.code : `HTTP_${status}`;
  return new ApiError(serverSentence(code, sentence ?? null) ?? "", {
    status,
    code,
    fields: Array.isArray(parsed.fields) ? parsed.fields.filter(isFieldProblem) : [],
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    details: { ...parsed },
  });
}
