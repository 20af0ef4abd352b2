/** HTTP client of the server. Paths, parameters, bodies and responses are tied by type to OpenAPI. */
import { CALL_TIMEOUT_MS } from "@/config/constants";

import { announceUnready, isUnready } from "./account-readiness";
import {
  type ApiError,
  toApiError,
  isCancelled,
  NETWORK_ERROR,
  noResponse,
  TIMEOUT,
} from "./errors";
import { withRecentSignIn } from "./recent-sign-in";
import type { JsonResponse, Method, Path, RequestParts } from "./routes";
import { clearSession, readSessionToken } from "./session-token";

export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Sent as X-Operation-Id, under which `useOperation` reads the progress. */
  operationId?: string | undefined;
  /** Sent in place of the session token. A refusal does not sign the user out. */
  bearer?: string;
  /** As someone without an account: no Authorization header, and a refusal does not sign the user out. */
  asCandidate?: boolean;
  /** The caller handles 401 and 403 itself (sign-in, setup). */
  keepSession?: boolean;
  /** Completes even if the page is closed in the meantime; small bodies only. */
  keepalive?: boolean;
}

/** The parts of a request once their types are checked: any route, any names. */
export interface UncheckedParts {
  params?: Record<string, string | number>;
  query?: Record<string, QueryValue | readonly QueryValue[]>;
  body?: unknown;
  form?: Record<string, string | Blob | null | undefined>;
}

type QueryValue = string | number | boolean | null | undefined;

/** Codes of 403s that refuse one call and do not mean that the session is invalid. */
const CALL_REFUSALS = [
  "WRONG_PASSWORD",
  "REAUTHENTICATION_REQUIRED",
  "REGISTRATION_CLOSED",
  "SETUP_CODE_INVALID",
];

/** Pages on which a refused call must not redirect to the sign-in page. */
const EXEMPT_PAGES = ["/room/candidate/", "/thank-you"];

/** Fills in the path parameters and appends the query. Empty query values are left out. */
export function buildUrl(path: string, { params, query }: UncheckedParts): string {
  const filled = path.replace(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const entry of [value].flat()) {
      if ((entry ?? "") !== "") search.append(name, String(entry));
    }
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

/** A multipart body. Fields without a value are left out. */
export function buildForm(fields: NonNullable<UncheckedParts["form"]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value) form.set(name, value);
  }
  return form;
}

function buildHeaders(options: CallOptions & UncheckedParts, sessionToken: string | null): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (sessionToken) headers.set("Authorization", `Bearer ${sessionToken}`);
  if (options.operationId) headers.set("X-Operation-Id", options.operationId);
  if (options.body !== undefined) headers.set("Content-Type", "application/json");
  return headers;
}

function buildBody({ body, form }: UncheckedParts): BodyInit | undefined {
  return form ? buildForm(form) : JSON.stringify(body);
}

function mustSignOut(error: ApiError, options: CallOptions, sentToken: string | null): boolean {
  if (error.status !== 401 && error.status !== 403) return false;
  if (CALL_REFUSALS.includes(error.code)) return false;
  if (options.asCandidate || options.keepSession || options.bearer) return false;
  // A late response to a call of an earlier session says nothing about the current one.
  if (sentToken === null || sentToken !== readSessionToken()) return false;
  return !EXEMPT_PAGES.some((page) => window.location.pathname.startsWith(page));
}

/** Reacts to a refused call: starts account setup, or ends an expired session. */
export function handleRefusal(
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

/** Makes a call without checked types: for `api` and the other modules of this folder. */
export function call(
  method: Method,
  path: string,
  options: CallOptions & UncheckedParts,
  readResponse: (response: Response) => Promise<unknown> = readBody,
): Promise<unknown> {
  return withRecentSignIn(() => send(method, path, options, readResponse));
}

async function send(
  method: Method,
  path: string,
  options: CallOptions & UncheckedParts,
  readResponse: (response: Response) => Promise<unknown>,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const sessionToken = options.asCandidate ? null : (options.bearer ?? readSessionToken());
  let status: number;
  let retryAfter: string | null;
  let content: unknown;
  try {
    const response = await fetch(buildUrl(path, options), {
      method: method.toUpperCase(),
      headers: buildHeaders(options, sessionToken),
      body: buildBody(options) ?? null,
      signal,
      credentials: "same-origin",
      keepalive: options.keepalive ?? false,
    });
    status = response.status;
    retryAfter = response.headers.get("Retry-After");
    content = await (response.ok ? readResponse(response) : readBody(response));
  } catch (error) {
    if (timeout.aborted && !options.signal?.aborted) {
      throw noResponse(TIMEOUT);
    }
    if (isCancelled(error) || options.signal?.aborted) {
      throw new DOMException("The call was cancelled.", "AbortError");
    }
    throw noResponse(NETWORK_ERROR);
  }
  if (status >= 200 && status < 300 && content !== null) return content;
  const error = toApiError(status, content, retryAfter);
  handleRefusal(error, options, sessionToken);
  throw error;
}

type Options<M extends Method, P extends Path<M>> = CallOptions & RequestParts<M, P>;

/** The options of a call, which may be left out where the route requires nothing. */
export type Arguments<M extends Method, P extends Path<M>> =
  Partial<Options<M, P>> extends Options<M, P>
    ? [options?: Options<M, P>]
    : [options: Options<M, P>];

/** The typed calls of one method. */
type Calls<M extends Method> = <P extends Path<M>>(
  path: P,
  ...options: Arguments<M, P>
) => Promise<JsonResponse<M, P>>;

/** The only place where parts that the types have checked are passed on unchecked. */
function createCalls<M extends Method>(method: M): Calls<M> {
  const unchecked = (path: string, options: CallOptions & UncheckedParts = {}) =>
    call(method, path, options);
  return unchecked as unknown as Calls<M>;
}

/**
 * Calls the server and returns the whole JSON body. For files see `download.ts`.
 * Raises ApiError; a cancelled call raises a DOMException named AbortError.
 */
export const api = {
  get: createCalls("get"),
  post: createCalls("post"),
  put: createCalls("put"),
  patch: createCalls("patch"),
  delete: createCalls("delete"),
};
