import { CALL_TIMEOUT_MS } from "@/config/constants";

import { announceUnready, isUnready } from "./account-readiness";
import {
  type ApiError,
  errorOfAnswer,
  isCancelled,
  NETWORK_ERROR,
  noAnswer,
  TIMEOUT,
} from "./errors";
import { clearSession, readSessionToken } from "./session-token";

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
type QueryValue = string | number | boolean | null | undefined;

export interface CallOptions {
  /** A list is sent as one parameter for each of its entries. */
  query?: Record<string, QueryValue | readonly string[]>;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Sent as X-Operation-Id, under which `useOperation` reads the progress. */
  operationId?: string | undefined;
  /** Candidate calls: no Authorization header, and a refusal signs nobody out. */
  asCandidate?: boolean;
  /** The caller handles 401 and 403 by itself (login, set-up). */
  keepSession?: boolean;
  /** Sent to its end also when the page is closed meanwhile; for small bodies only. */
  keepalive?: boolean;
}

interface CallBody {
  json?: unknown;
  form?: FormData;
}

/** 403s that refuse one call and say nothing about the session. */
const REFUSED_CALLS = ["WRONG_PASSWORD", "REGISTRATION_CLOSED", "SETUP_CODE_INVALID"];

/** Pages on which a refused call must not throw the visitor out. */
const EXEMPT_PAGES = ["/room/candidate/", "/thank-you"];

function buildUrl(path: string, query: CallOptions["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const entry of Array.isArray(value) ? value : [value as QueryValue]) {
      if (entry !== undefined && entry !== null && entry !== "")
        parameters.append(name, String(entry));
    }
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

function buildHeaders(options: CallOptions, body: CallBody, sessionToken: string | null): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (sessionToken) headers.set("Authorization", `Bearer ${sessionToken}`);
  if (options.operationId) headers.set("X-Operation-Id", options.operationId);
  if (body.json !== undefined) headers.set("Content-Type", "application/json");
  return headers;
}

function mustSignOut(error: ApiError, options: CallOptions, sentToken: string | null): boolean {
  if (error.status !== 401 && error.status !== 403) return false;
  if (REFUSED_CALLS.includes(error.code)) return false;
  if (options.asCandidate || options.keepSession) return false;
  // A late answer to a call of the session before this one says nothing about this one.
  if (sentToken === null || sentToken !== readSessionToken()) return false;
  return !EXEMPT_PAGES.some((page) => window.location.pathname.startsWith(page));
}

/** What a refused call leads to, however it was sent: to the sign-in, or to what must be done first. */
export function followRefusal(
  error: ApiError,
  options: CallOptions,
  sentToken: string | null,
): void {
  if (isUnready(error)) announceUnready();
  else if (mustSignOut(error, options, sentToken)) clearSession("expired");
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

async function call<Answer>(
  method: Method,
  path: string,
  body: CallBody,
  options: CallOptions,
  readAnswer: (response: Response) => Promise<unknown> = readBody,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const sessionToken = options.asCandidate ? null : readSessionToken();
  let status: number;
  let retryAfter: string | null;
  let answer: unknown;
  try {
    const response = await fetch(buildUrl(path, options.query), {
      method,
      headers: buildHeaders(options, body, sessionToken),
      body: body.form ?? (body.json === undefined ? null : JSON.stringify(body.json)),
      signal,
      credentials: "same-origin",
      keepalive: options.keepalive ?? false,
    });
    status = response.status;
    retryAfter = response.headers.get("Retry-After");
    answer = await (response.ok ? readAnswer(response) : readBody(response));
  } catch (error) {
    if (timeout.aborted && !options.signal?.aborted) {
      throw noAnswer(TIMEOUT);
    }
    if (isCancelled(error) || options.signal?.aborted) {
      throw new DOMException("The call was cancelled.", "AbortError");
    }
    throw noAnswer(NETWORK_ERROR);
  }
  if (status >= 200 && status < 300 && answer !== null) return answer as Answer;
  const error = errorOfAnswer(status, answer, retryAfter);
  followRefusal(error, options, sessionToken);
  throw error;
}

/** A file of the server, which the bearer header alone opens: no link could name it. */
export interface ServerFile {
  content: Blob;
  /** As the server calls it; null where it gives no name. */
  name: string | null;
}

async function readFile(response: Response): Promise<ServerFile> {
  const disposition = response.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=utf-8''([^;]+)/iu.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)/iu.exec(disposition)?.[1];
  return {
    content: await response.blob(),
    name: encoded === undefined ? (plain ?? null) : decodeURIComponent(encoded),
  };
}

/**
 * Calls of the server. `Answer` is the whole body as the contract gives it (`types.ts`).
 * Raises ApiError; a cancelled call raises a DOMException named AbortError.
 */
export const api = {
  get: <Answer>(path: string, options: CallOptions = {}) => call<Answer>("GET", path, {}, options),
  file: (path: string, options: CallOptions = {}) =>
    call<ServerFile>("GET", path, {}, options, readFile),
  post: <Answer>(path: string, json?: unknown, options: CallOptions = {}) =>
    call<Answer>("POST", path, { json }, options),
  patch: <Answer>(path: string, json?: unknown, options: CallOptions = {}) =>
    call<Answer>("PATCH", path, { json }, options),
  put: <Answer>(path: string, body: unknown, options: CallOptions = {}) =>
    call<Answer>("PUT", path, body instanceof FormData ? { form: body } : { json: body }, options),
  delete: <Answer>(path: string, options: CallOptions = {}) =>
    call<Answer>("DELETE", path, {}, options),
  upload: <Answer>(path: string, form: FormData, options: CallOptions = {}) =>
    call<Answer>("POST", path, { form }, options),
};
