/** Errors of server calls, with their text in the user's language. */
import i18next from "i18next";

import { currentLanguage } from "@/lib/i18n";

export interface FieldProblem {
  path: string;
  message: string;
}

/** A failed call: the server's refusal, or the reason why there was no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  /** Seconds, from Retry-After. */
  readonly retryAfterSeconds: number | null;
  /** The response body: `findDetails` reads the further fields of a code. */
  readonly body: unknown;

  constructor(
    message: string,
    init: {
      status: number;
      code: string;
      fields?: readonly FieldProblem[];
      retryAfterSeconds?: number | null;
      body?: unknown;
    },
  ) {
    super(message);
    this.name = "ApiError";
    this.status = init.status;
    this.code = init.code;
    this.fields = init.fields ?? [];
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
    this.body = init.body;
  }
}

/** Values of `code` when there was no response. */
export const NETWORK_ERROR = "NETWORK_ERROR";
export const TIMEOUT = "TIMEOUT";

export function isApiError(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}

export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Text for an error code in the current language; null if there is none. */
function translateCode(code: string, params: Record<string, unknown> = {}): string | null {
  const sentence: unknown = i18next.getResource(i18next.language, "errors", code);
  if (typeof sentence !== "string") return null;
  return sentence.replace(/\{\{(\w+)\}\}/gu, (_, name: string) => String(params[name]));
}

/** An error for a call without a response. */
export function noResponse(code: typeof NETWORK_ERROR | typeof TIMEOUT): ApiError {
  return new ApiError(i18next.t(`noResponse.${code}`), { status: 0, code });
}

/** The error's own text, or `fallback` if it has none. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}

interface ErrorBody {
  error?: unknown;
  message?: unknown;
  code?: unknown;
  fields?: unknown;
}

interface WireProblem extends FieldProblem {
  code?: string | null;
  params?: Record<string, unknown> | null;
}

function isWireProblem(value: unknown): value is WireProblem {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}

/** The message in the current language; null in English, and for problems without a code. */
function translateProblem(problem: WireProblem | undefined): string | null {
  if (!problem?.code || currentLanguage() === "en") return null;
  return translateCode(problem.code, problem.params ?? {});
}

/**
 * Text for an error code. In English the server's own sentence, which can be more specific than the
 * code (a limit, a waiting time, a file name); in other languages a translation of the code.
 */
export function serverSentence(code: string, english: string | null): string | null {
  return currentLanguage() === "en" ? english : (translateCode(code) ?? english);
}

/** Builds the error for a response that is not 2xx; the body may be anything. */
export function toApiError(status: number, body: unknown, retryAfter: string | null): ApiError {
  const parsed: ErrorBody = typeof body === "object" && body !== null ? body : {};
  const sentence = [parsed.error, parsed.message].find(
    (text): text is string => typeof text === "string" && text !== "",
  );
  const seconds = Number(retryAfter ?? Number.NaN);
  const code = typeof parsed.code === "string" ? parsed.code : `HTTP_${status}`;
  const problems = Array.isArray(parsed.fields) ? parsed.fields.filter(isWireProblem) : [];
  const text = translateProblem(problems[0]) ?? serverSentence(code, sentence ?? null);
  return new ApiError(text ?? "", {
    status,
    code,
    fields: problems.map((problem) => ({
      path: problem.path,
      message: translateProblem(problem) ?? problem.message,
    })),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    body,
  });
}
