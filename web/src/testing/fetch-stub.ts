/** Stub of `fetch` that replies from a table and records the calls. */
import { vi } from "vitest";

interface StubbedCall {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
}

type StubbedResponse =
  { status?: number; json?: unknown; headers?: Record<string, string> } | Error;

/**
 * Replaces fetch in one test by `routes`, keyed 'METHOD /path' (the query is ignored). A call
 * without a route fails the test. Returns the list of calls in order.
 */
export function stubFetch(
  routes: Record<
    string,
    StubbedResponse | ((call: StubbedCall) => StubbedResponse | Promise<StubbedResponse>)
  >,
): StubbedCall[] {
  const calls: StubbedCall[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const call = { method, url, headers: new Headers(init.headers), body };
    calls.push(call);
    const route = routes[`${method} ${url.split("?")[0] ?? url}`];
    if (route === undefined) throw new Error(`No stub for ${method} ${url}`);
    return Promise.resolve(typeof route === "function" ? route(call) : route).then((response) => {
      if (init.signal?.aborted) throw new DOMException("aborted", "AbortError");
      if (response instanceof Error) throw response;
      return new Response(JSON.stringify(response.json ?? { success: true }), {
        status: response.status ?? 200,
        headers: response.headers ?? {},
      });
    });
  });
  return calls;
}
