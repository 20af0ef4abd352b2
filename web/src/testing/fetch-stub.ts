/** Stub of `fetch` that replies from a table and records the calls. */
import { vi } from "vitest";

interface StubbedCall {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
}

type Answer = { status?: number; json?: unknown; headers?: Record<string, string> } | Error;

/**
 * Replaces fetch in one test by `routes`, keyed 'METHOD /path' (the query is ignored). A call
 * without a route fails the test. Returns the list of calls in order.
 */
export function stubFetch(
  routes: Record<string, Answer | ((call: StubbedCall) => Answer | Promise<Answer>)>,
): StubbedCall[] {
  const calls: StubbedCall[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const call = { method, url, headers: new Headers(init.headers), body };
    calls.push(call);
    const route = routes[`${method} ${url.split("?")[0] ?? url}`];
    if (route === undefined) throw new Error(`No stub answers ${method} ${url}`);
    return Promise.resolve(typeof route === "function" ? route(call) : route).then((answer) => {
      if (init.signal?.aborted) throw new DOMException("aborted", "AbortError");
      if (answer instanceof Error) throw answer;
      return new Response(JSON.stringify(answer.json ?? { success: true }), {
        status: answer.status ?? 200,
        headers: answer.headers ?? {},
      });
    });
  });
  return calls;
}
