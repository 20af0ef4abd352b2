/** Tests of the search of the command palette. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";

import { usePaletteSearch } from "./use-palette-search";

const found = { json: { success: true, data: [], pagination: {} } };

function search(query: string) {
  const calls = stubFetch({
    "GET /api/interviews": found,
    "GET /api/candidates/search": found,
    "GET /api/job-descriptions/search": found,
  });
  const client = new QueryClient();
  const hook = renderHook(({ words }) => usePaletteSearch(words), {
    initialProps: { words: query },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { calls, pass, type: (words: string) => hook.rerender({ words }) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("usePaletteSearch", () => {
  it("requests three lists once typing has paused for 300 ms", async () => {
    const { calls, pass, type } = search("");
    type("ca");
    await pass(200);
    type("  cara ");
    await pass(299);
    expect(calls).toEqual([]);
    await pass(1);
    expect(calls.map(({ url }) => url)).toEqual([
      "/api/interviews?search=cara&limit=5",
      "/api/candidates/search?q=cara&limit=5",
      "/api/job-descriptions/search?q=cara&limit=5",
    ]);
  });

  it("requests nothing for one letter", async () => {
    const { calls, pass, type } = search("");
    type(" c ");
    await pass(1000);
    expect(calls).toEqual([]);
  });
});
